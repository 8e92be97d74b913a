#pragma once

#include <cstdint>
#include <memory>

#include "formats/model/stage_event.h"
#include "formats/model/trace.h"

namespace ioreel {

/// Turns stage events, in time order, into queued I/Os, issued requests and their relation. The
/// rules are those of blktrace: a request covers the queued ranges that lie in it, a completion
/// ends the request at its offset, a requeue takes the last issue back; see request_pairer.cc.
/// Used by capture and by every importer of kernel events.
class RequestPairer {
 public:
  struct Options {
    uint64_t hold_back = 1 << 20;  ///< queued I/Os kept waiting for their completion; beyond it the
                                   ///< oldest is given out with complete_ns unknown, and counted
    int64_t origin_ns = kNoTime;   ///< source clock at trace time 0; kNoTime = the first event
  };
  struct Counts {
    uint64_t orphan_completions = 0;  ///< C without D or Q
    uint64_t unfinished = 0;          ///< Q or D without C at the end
    uint64_t given_up = 0;            ///< by hold_back
  };

  explicit RequestPairer(Options options);
  ~RequestPairer();

  /// REQUIRES: event.time_ns not before the last one's.
  void Add(const StageEvent& event);

  /// Moves rows that are ready to `chunk` (REQUIRES: empty); at most `max_queued` queued I/Os.
  /// Without `flush` a row waits for its completion; with it, everything goes out.
  /// Returns whether there was anything.
  bool Take(size_t max_queued, bool flush, TraceChunk* chunk);

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
