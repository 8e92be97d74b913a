#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "analysis/workload/block_writes.h"
#include "analysis/workload/depth_steps.h"
#include "analysis/workload/flush_intervals.h"
#include "analysis/workload/hot_ranges.h"
#include "analysis/workload/level_stats.h"
#include "analysis/workload/reuse_distances.h"
#include "analysis/workload/step_table.h"
#include "formats/model/trace.h"

namespace ioreel {

/// What happened in one step of time.
struct WorkloadStep {
  int64_t start_ns = 0;                    ///< a multiple of Workload::step_ns, which it lasts
  std::vector<StepTable::Stream> streams;  ///< in order of Stream::key
  uint64_t others = 0;                     ///< I/Os that carry no data
  DepthSteps::Cell depth;
  uint64_t working_set_bytes = 0;    ///< distinct bytes touched
  uint64_t first_touched_bytes = 0;  ///< of them those that no earlier step touched
};

/// What `ioreel analyze` tells of one level of a trace; docs/analysis.md defines it.
struct Workload {
  TraceInfo info;
  bool complete = true;  ///< TraceReader::complete()
  Level level = Level::kQueue;
  uint64_t other_level = 0;  ///< rows of the level that is not shown

  LevelStats stats;
  LatencyByOp::Result q2d, d2c;  ///< of queued I/Os whose issue is known
  Distribution gap_ns;           ///< see ArrivalGaps
  Distribution seek_bytes;       ///< see SeekDistances

  uint64_t block_sampling = 1;  ///< one 4 KiB block in so many was watched; 1 = exact
  ReuseDistances::Result reuse;
  BlockWrites::Result block_writes;
  HotRanges::Result hot;
  FlushIntervals::Result flushes;

  int64_t step_ns = 0;              ///< as asked for, or doubled as often as memory's bound needed
  std::vector<WorkloadStep> steps;  ///< in order; those in which something happened
};

struct WorkloadOptions {
  std::optional<Level> level;  ///< nullopt: queued I/Os where there are any, else requests
  int64_t step_ns = 1'000'000'000;
};

/// Reads the trace to its end, in one pass and in bounded memory: about 40 MiB, and what grows with
/// its devices, its tasks and the I/Os in flight. Errors: the reader's.
absl::StatusOr<Workload> AnalyzeTrace(std::unique_ptr<TraceReader> reader,
                                      const WorkloadOptions& options);

}  // namespace ioreel
