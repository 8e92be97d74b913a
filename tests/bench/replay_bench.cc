#include <benchmark/benchmark.h>

#include <memory>
#include <utility>

#include "base/check.h"
#include "base/clock.h"
#include "replay/engines/null_engine.h"
#include "replay/plan/planner.h"
#include "replay/run/replayer.h"
#include "replay/target.h"
#include "tests/support/made_up_trace.h"

// What the replay itself costs, without a device. `scripts/bench` runs it.

namespace ioreel {
namespace {

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
  void Map(const BlockIo& io, MappedIo* mapped) override {
    mapped->Clear();
    mapped->parts.push_back({.offset = io.offset, .length = io.length, .op = io.op});
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
