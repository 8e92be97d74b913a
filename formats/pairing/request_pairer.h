#pragma once

#include <cstdint>
#include <memory>

#include "formats/model/stage_event.h"
#include "formats/model/trace.h"

namespace ioreel {

/// Turns stage events, in time order, into queued I/Os, issued requests and their relation. Used
/// by capture and by every importer of kernel events.
///
/// The rules are those of blktrace, without trust in merge events: a request covers the queued
/// bytes of its device and direction that lie in it; a completion ends the request at its offset,
/// or its first bytes (kPartialComplete); identical ones pair oldest first, but for one whose own
/// event must have been lost; a requeue takes the youngest issue back (kRequeue), and the next
/// issue there is the same request again. A device without issues completes its queued I/Os
/// directly. A queued flush, and a write whose flushes the kernel sends for it, end at the
/// completion of no bytes. A request takes its op from the queued I/O, where a caller may know
/// better than the tracer. Stage::kLost closes everything that is open, so that nothing pairs
/// across a gap. See device_pairer.h.
class RequestPairer {
 public:
  struct Options {
    uint64_t hold_back = 1 << 20;  ///< rows kept waiting for their completion; beyond it the oldest
                                   ///< is given out with complete_ns unknown, and counted
    int64_t origin_ns = kNoTime;   ///< source clock at trace time 0; kNoTime = the first event
  };
  struct Counts {
    uint64_t orphan_completions = 0;  ///< C without D or Q
    uint64_t unfinished = 0;          ///< Q, or D without Q, that had no C at the end or at a gap
    uint64_t given_up = 0;            ///< the same by hold_back
    uint64_t zero_length = 0;         ///< queued I/Os of no bytes whose op carries data
  };

  /// Whether an event of this stage says anything for pairing; others are only counted, and need
  /// not be given.
  static bool Uses(Stage stage) {
    return stage == Stage::kQueued || stage == Stage::kIssued || stage == Stage::kCompleted ||
           stage == Stage::kRequeued || stage == Stage::kSplit || stage == Stage::kLost;
  }

  explicit RequestPairer(Options options);
  ~RequestPairer();

  /// REQUIRES: event.time_ns not before the last one's.
  void Add(const StageEvent& event);

  /// Moves rows that are ready to `chunk` (REQUIRES: empty); at most `max_rows` queued I/Os and
  /// as many requests without queued I/Os. Without `flush` a row waits for its completion, and
  /// all later ones for it; with it, everything goes out. Returns whether there was anything.
  bool Take(size_t max_rows, bool flush, TraceChunk* chunk);

  /// Source clock at trace time 0; kNoTime before the first event.
  int64_t origin_ns() const;
  const Counts& counts() const;
  /// Events seen, by Stage.
  uint64_t stage_count(Stage stage) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ioreel
