#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "formats/edit/merge_reader.h"
#include "formats/edit/merged_info.h"
#include "formats/edit/part_clock.h"
#include "formats/sort/request_shelf.h"

namespace ioreel {

/// A part of a merge while it is read: its rows, at their new times and under their new names,
/// until they go out. Not thread-safe.
class MergeStream {
 public:
  static constexpr int64_t kEnd = std::numeric_limits<int64_t>::max();

  /// `info` and `log` must outlive it. REQUIRES: part.repeat > 0, part.speed > 0.
  MergeStream(MergePart part, MergedInfo* info, ImportLog* log);

  absl::Status Open();

  /// Rows that are still to be read start at it or later; kEnd = there are none.
  int64_t floor_ns() const { return floor_ns_; }

  /// Reads another chunk. REQUIRES: there is something to be read.
  absl::Status Fill();

  /// The next queued I/O; nullptr when none starts before `bound_ns`.
  const QueuedIo* Next(int64_t bound_ns) const {
    if (queued_.empty() || queued_.front().io.queue_ns >= bound_ns) return nullptr;
    return &queued_.front().io;
  }
  /// Moves it to `chunk`. REQUIRES: it is there.
  void Give(TraceChunk* chunk);
  /// Moves to `chunk`, and numbers from *next_request on, the requests that were issued before
  /// `bound_ns` or that queued I/Os joined which it holds.
  void GiveRequests(int64_t bound_ns, uint64_t* next_request, TraceChunk* chunk);

 private:
  struct Waiting {
    QueuedIo io;
    std::vector<uint64_t> requests;  ///< as `requests_` knows them
  };

  absl::Status EndPass();
  absl::Status TimesDoNotFit() const;
  absl::Status Translate();
  void Hold();
  absl::Status Advance();

  MergePart part_;
  PartClock clock_;
  PartNames names_;
  std::unique_ptr<TraceReader> reader_;
  TraceChunk in_;
  std::deque<Waiting> queued_;
  RequestShelf requests_;
  int passes_ = 0;
  uint64_t first_request_ = 0;  ///< of this pass, on the shelf
  uint64_t next_request_ = 0;   ///< behind the last one on the shelf
  int64_t floor_ns_ = kNoTime;
};

}  // namespace ioreel
