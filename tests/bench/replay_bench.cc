#include <benchmark/benchmark.h>

#include <memory>
#include <utility>

#include "base/check.h"
#include "base/clock.h"
#include "replay/engines/null_engine.h"
#include "replay/planner.h"
#include "replay/replayer.h"
#include "replay/target.h"

// What the replay itself costs, without a device. `scripts/bench` runs it.

namespace ioreel {
namespace {

constexpr size_t kChunkRows = 4096;

/// Four threads, each of which reads 4 KiB every 10 µs, made up as they are read.
class MadeUpTrace : public TraceReader {
 public:
  explicit MadeUpTrace(uint64_t rows) : rows_(rows) {
    for (int tid = 1; tid <= 4; ++tid) {
      TaskInfo task;
      task.tid = tid;
      task.task_class = TaskClass::kTree;
      info_.tasks.push_back(task);
    }
  }
  const TraceInfo& info() const override { return info_; }
  absl::StatusOr<bool> Read(TraceChunk* chunk) override {
    chunk->Clear();
    chunk->first_queued = at_;
    for (size_t i = 0; i < kChunkRows && at_ < rows_; ++i, ++at_) {
      QueuedIo row;
      row.queue_ns = static_cast<int64_t>(at_ * 2'500);
      row.complete_ns = row.queue_ns + 8'000;
      row.offset = at_ * 7919 % 65536 * 4096;
      row.length = 4096;
      row.task = static_cast<uint32_t>(at_ % 4);
      chunk->queued.push_back(row);
    }
    return !chunk->queued.empty();
  }

 private:
  TraceInfo info_;
  const uint64_t rows_;
  uint64_t at_ = 0;
};

std::unique_ptr<Planner> MakePlanner(ReplayMode mode, uint64_t rows) {
  PlanOptions options;
  options.mode = mode;
  auto planner = Planner::Create(
      [rows]() -> absl::StatusOr<std::unique_ptr<LevelReader>> {
        return std::make_unique<LevelReader>(std::make_unique<MadeUpTrace>(rows), Level::kQueue);
      },
      options);
  CHECK(planner.ok());
  return std::move(*planner);
}

class OnePartTarget : public Target {
 public:
  uint64_t size_bytes() const override { return uint64_t{1} << 40; }
  void Map(const BlockIo& io, std::vector<TargetPart>* parts) override {
    parts->push_back({.offset = io.offset, .length = io.length, .op = io.op});
  }
};

class NoSink : public SampleSink {
 public:
  void Take(absl::Span<const Sample> samples) override { count_ += samples.size(); }

 private:
  uint64_t count_ = 0;
};

void BM_Plan(benchmark::State& state, ReplayMode mode) {
  constexpr uint64_t kRows = 1'000'000;
  for (auto _ : state) {
    const auto planner = MakePlanner(mode, kRows);
    while (planner->Pull().next == StepSource::Next::kSteps) {
    }
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations() * kRows));
}
BENCHMARK_CAPTURE(BM_Plan, timed, ReplayMode::kTimed)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_Plan, dependent, ReplayMode::kDependent)->Unit(benchmark::kMillisecond);

/// Planner, loop and null engine: all on one core (argument 0), or the planner on its own (1).
/// Items per CPU second count the whole process.
void BM_Replay(benchmark::State& state) {
  constexpr uint64_t kRows = 2'000'000;
  for (auto _ : state) {
    SteadyClock clock;
    OnePartTarget target;
    NoSink sink;
    const auto engine = MakeNullEngine(&clock);
    const EngineOptions engine_options;
    CHECK_OK(engine->Open(engine_options));
    const auto planner = MakePlanner(ReplayMode::kAfap, kRows);
    if (state.range(0) > 0) planner->StartThread();
    ReplaySetup setup;
    setup.source = planner.get();
    setup.target = &target;
    setup.engine = engine.get();
    setup.clock = &clock;
    setup.sink = &sink;
    ReplayOptions options;
    options.depth = engine_options.depth;
    const ReplayOutcome outcome = Replay(setup, options);
    CHECK(outcome.issued == kRows);
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations() * kRows));
}
BENCHMARK(BM_Replay)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();

}  // namespace
}  // namespace ioreel

BENCHMARK_MAIN();
