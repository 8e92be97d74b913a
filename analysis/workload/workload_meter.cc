#include "analysis/workload/workload_meter.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/checked_math.h"

namespace ioreel {

WorkloadMeter::WorkloadMeter(int64_t step_ns)
    : depth_steps_(step_ns), level_(&depth_steps_), step_table_(step_ns), working_set_(step_ns) {}

void WorkloadMeter::Add(const Io& io) {
  hot_.Prefetch(io);
  blocks_.Prefetch(io);
  const bool sequential = level_.Add(io);
  gaps_.Add(io);
  seeks_.Add(io);
  flushes_.Add(io);
  step_table_.Add(io, sequential);
  if (!HasPayload(io.op)) return;
  hot_.Add(io);
  blocks_.Add(io, [this](const BlockTouch& touch) {
    reuse_.Add(touch);
    working_set_.Add(touch);
  });
}

void WorkloadMeter::AddStages(const QueuedIo& io) {
  if (io.issue_ns == kNoTime) return;
  q2d_.Add(io.op, io.queue_ns, io.issue_ns);
  d2c_.Add(io.op, io.issue_ns, io.complete_ns);
}

std::vector<WorkloadStep> WorkloadMeter::Steps(int64_t* step_ns) {
  *step_ns = std::max({depth_steps_.series().step_ns(), step_table_.series().step_ns(),
                       working_set_.series().step_ns()});
  std::map<int64_t, WorkloadStep> steps;
  depth_steps_.series().CoarsenTo(*step_ns);
  for (const auto& step : depth_steps_.series().steps()) steps[step.number].depth = step.cell;
  step_table_.series().CoarsenTo(*step_ns);
  for (const auto& step : step_table_.series().steps()) {
    WorkloadStep& made = steps[step.number];
    made.streams = step.cell.streams;
    made.others = step.cell.others;
    std::sort(made.streams.begin(), made.streams.end(),
              [](const auto& a, const auto& b) { return a.key() < b.key(); });
  }
  working_set_.series().CoarsenTo(*step_ns);
  for (const auto& step : working_set_.series().steps()) {
    steps[step.number].working_set_bytes = step.cell.bytes();
    steps[step.number].first_touched_bytes = step.cell.first_bytes();
  }
  std::vector<WorkloadStep> rows;
  for (auto& [number, step] : steps) {
    step.start_ns = CheckedMul(number, *step_ns).value_or(INT64_MIN);
    rows.push_back(std::move(step));
  }
  return rows;
}

Workload WorkloadMeter::Finish() {
  Workload workload;
  workload.stats = level_.Finish();
  workload.q2d = q2d_.result();
  workload.d2c = d2c_.result();
  workload.gap_ns = gaps_.result();
  workload.seek_bytes = seeks_.result();
  workload.block_sampling = blocks_.sampling();
  workload.reuse = reuse_.result(blocks_.touches());
  BlockWrites writes;
  blocks_.ForEachBlock([&writes](const BlockFate& block) { writes.Add(block); });
  workload.block_writes = writes.result();
  workload.hot = hot_.result();
  workload.flushes = flushes_.result();
  workload.steps = Steps(&workload.step_ns);
  return workload;
}

}  // namespace ioreel
