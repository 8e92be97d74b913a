#pragma once

#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "formats/model/trace.h"

namespace ioreel {

/// Which of the two tables is looked at.
enum class Level { kQueue, kIssue };

/// One I/O of the chosen level, in that level's time order; what replay and statistics see.
struct Io {
  int64_t start_ns = kNoTime;  ///< queue_ns at queue level, issue_ns at issue level
  int64_t think_ns = kNoTime;  ///< the queue time that think time is counted from: start_ns at
                               ///< queue level; at issue level of the last queued I/O that joined,
                               ///< kNoTime when none is known
  int64_t complete_ns = kNoTime;
  uint64_t ordinal = 0;  ///< row in its table
  uint64_t offset = 0;
  uint64_t length = 0;
  uint32_t task = kNoTask;  ///< who queued it (of a merged request: its first queued I/O; of the
                            ///< kernel's own flush: the I/O that waited for it), else who issued it
  uint16_t device = 0;
  uint16_t cpu = kNoCpu;
  Op op = Op::kRead;
  uint8_t priority = 0;
  IoFlags flags = 0;
  int32_t error = 0;
};

/// A row as its level shows it, as far as the row alone tells.
Io QueueLevelIo(const QueuedIo& queued, uint64_t ordinal);
Io IssueLevelIo(const IssuedRequest& request, uint64_t ordinal);

/// Reads one level of a trace in time order, in bounded memory.
class LevelReader {
 public:
  LevelReader(std::unique_ptr<TraceReader> reader, Level level);
  ~LevelReader();

  /// As TraceReader::info().
  const TraceInfo& info() const;

  /// As TraceReader::Summary().
  absl::StatusOr<const TraceSummary*> Summary();

  /// Appends up to `max` I/Os to `out`; false when the trace has ended and nothing was appended.
  /// Errors: those of the TraceReader; DataLoss for a trace whose chunks break their order.
  absl::StatusOr<bool> Read(size_t max, std::vector<Io>* out);

  /// I/Os so far without a time at this level. Queued I/Os stand at the time before them, flagged
  /// kInventedTime; requests have no place in issue order and are left out.
  uint64_t untimed() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ioreel
