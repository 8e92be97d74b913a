#pragma once

#include <cstdint>
#include <deque>
#include <queue>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "formats/flush_causes.h"
#include "formats/level_reader.h"
#include "formats/model/trace.h"

namespace ioreel {

/// Puts the requests of a trace in order of issue_ns across its chunks, each with the task and
/// the time of the queued I/Os that joined it. Holds back what a later chunk could still come
/// before, as TraceChunk promises. Not thread-safe.
class IssueOrder {
 public:
  /// Errors: DataLoss, the chunk breaks that promise.
  absl::Status Add(const TraceChunk& chunk);
  /// Nothing follows: everything has its place.
  void Finish();

  /// Requests that have their place, in order, since the last call.
  std::vector<Io> Take() { return std::exchange(ready_, {}); }

  /// Requests left out because their issue time is unknown.
  uint64_t untimed() const { return untimed_; }

 private:
  struct Pending {
    Io io;
    bool joined = false;  ///< some queued I/O is known
    bool given = false;
  };
  using Turn = std::pair<int64_t, uint64_t>;  ///< issue_ns, ordinal

  absl::Status AddRequests(const TraceChunk& chunk);
  absl::Status Join(const TraceChunk& chunk);
  void GiveBefore(int64_t time_ns);
  void AttributeFlush(Io* io);

  std::deque<Pending> pending_;  ///< by ordinal, without gaps
  uint64_t first_pending_ = 0;   ///< ordinal of the first
  std::priority_queue<Turn, std::vector<Turn>, std::greater<>> turns_;
  FlushCauses causes_;
  int64_t floor_ns_ = kNoTime;  ///< no later chunk holds an older issue
  std::vector<Io> ready_;
  uint64_t untimed_ = 0;
};

}  // namespace ioreel
