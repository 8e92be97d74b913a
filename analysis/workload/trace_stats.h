#pragma once

#include <cstdint>
#include <memory>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "analysis/workload/level_stats.h"
#include "formats/level_reader.h"
#include "formats/model/trace.h"

namespace ioreel {

/// What a trace holds, as `ioreel info` shows it.
struct TraceStats {
  TraceInfo info;
  LevelStats queue;      ///< queued I/Os
  LevelStats issue;      ///< issued requests
  bool complete = true;  ///< TraceReader::complete()
  uint64_t requeues = 0;
  uint64_t partial_completions = 0;

  /// The level that shows who did what: queued I/Os where there are any, else requests.
  const LevelStats& main() const { return queue.count > 0 ? queue : issue; }
  /// From the first to the last start or completion of either level.
  int64_t span_ns() const;
};

/// Is shown what ComputeTraceStats reads.
class IoObserver {
 public:
  virtual ~IoObserver() = default;
  /// I/Os of a level, in the order of their starts, batch after batch.
  virtual void See(Level level, absl::Span<const Io> ios) = 0;
};

/// Reads the trace to its end, in one pass and in memory that does not grow with it. `observer` may
/// be null. Errors: the reader's.
absl::StatusOr<TraceStats> ComputeTraceStats(std::unique_ptr<TraceReader> reader,
                                             IoObserver* observer = nullptr);

}  // namespace ioreel
