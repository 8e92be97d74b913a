#include "replay/plan/planner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

#include "tests/replay/sim_replay.h"
#include "tests/support/matchers.h"

namespace ioreel {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;
using testing::UnorderedElementsAre;

constexpr int64_t kMs = 1'000'000;
constexpr uint32_t kApp = 0, kWriteback = 1, kOther = 2;

/// A trace in memory, in chunks of three rows; fails after them if told to.
struct SmallTrace {
  TraceInfo info;
  std::vector<QueuedIo> rows;
  absl::Status error;

  SmallTrace() {
    info.tasks.resize(3);
    info.tasks[kApp] = {.tid = 10, .name = "app", .task_class = TaskClass::kTree};
    info.tasks[kWriteback] = {.tid = 20, .name = "kworker", .task_class = TaskClass::kWriteback};
    info.tasks[kOther] = {.tid = 30, .name = "cron", .task_class = TaskClass::kOther};
  }
  SmallTrace& Io(int64_t queue_ns, int64_t complete_ns, Op op = Op::kRead, uint32_t task = kApp) {
    QueuedIo row;
    row.queue_ns = queue_ns;
    row.complete_ns = complete_ns;
    row.op = op;
    row.task = task;
    row.offset = rows.size() * 4096;
    row.length = op == Op::kFlush ? 0 : 4096;
    rows.push_back(row);
    return *this;
  }
  SmallTrace& Command(int64_t start_ns, int64_t exit_ns) {
    info.command = CommandInfo{.argv = {"app"}, .start_ns = start_ns, .exit_ns = exit_ns};
    return *this;
  }

  OpenLevel Opener() const {
    return [this]() -> absl::StatusOr<std::unique_ptr<LevelReader>> {
      return std::make_unique<LevelReader>(std::make_unique<Reader>(this), Level::kQueue);
    };
  }

  class Reader : public TraceReader {
   public:
    explicit Reader(const SmallTrace* trace) : trace_(trace) {}
    const TraceInfo& info() const override { return trace_->info; }
    absl::StatusOr<bool> Read(TraceChunk* chunk) override {
      chunk->Clear();
      chunk->first_queued = at_;
      for (int i = 0; i < 3 && at_ < trace_->rows.size(); ++i) {
        chunk->queued.push_back(trace_->rows[at_++]);
      }
      if (chunk->queued.empty() && !trace_->error.ok()) return trace_->error;
      return !chunk->queued.empty();
    }

   private:
    const SmallTrace* trace_;
    size_t at_ = 0;
  };
};

struct Planned {
  std::vector<Step> steps;
  PlanReport report;
  absl::Status status;

  std::vector<int64_t> Dues() const {
    std::vector<int64_t> dues;
    for (const Step& step : steps) {
      if (step.kind != StepKind::kCommandEnd) dues.push_back(step.not_before_ns);
    }
    return dues;
  }
};

Planned Plan(const SmallTrace& trace, const PlanOptions& options, bool threaded = false) {
  auto planner = Planner::Create(trace.Opener(), options);
  EXPECT_THAT(planner, IsOk());
  if (!planner.ok()) return {};
  if (threaded) (*planner)->StartThread();
  Planned planned;
  for (;;) {
    const StepSource::Batch batch = (*planner)->Pull();
    if (batch.next == StepSource::Next::kEnd) break;
    planned.steps.insert(planned.steps.end(), batch.steps, batch.steps + batch.count);
  }
  planned.status = (*planner)->Stop();
  planned.report = (*planner)->report();
  return planned;
}

PlanOptions Options(ReplayMode mode) {
  PlanOptions options;
  options.mode = mode;
  return options;
}

SmallTrace OnePerGap() {
  // cases.md S1: reads at 0, .4, .8, 1.2, 1.6 s, with writes between them.
  SmallTrace trace;
  for (int i = 0; i < 5; ++i) {
    trace.Io(i * 400 * kMs, i * 400 * kMs + kMs);
    trace.Io(i * 400 * kMs + 100 * kMs, i * 400 * kMs + 130 * kMs, Op::kWrite);
  }
  return trace;
}

TEST(Planner, TimedStepsKeepTheRecordedTimes) {
  const Planned planned =
      Plan(SmallTrace().Io(5 * kMs, 6 * kMs).Io(9 * kMs, 9 * kMs), Options(ReplayMode::kTimed));
  EXPECT_THAT(planned.Dues(), ElementsAre(0, 4 * kMs));
  EXPECT_EQ(planned.report.zero_ns, 5 * kMs);
  EXPECT_EQ(planned.steps.back().kind, StepKind::kCommandEnd);
}

// cases.md S1: filters never change the times of what remains.
TEST(Planner, PretendedOpsKeepTheTimesOfTheRest) {
  PlanOptions options = Options(ReplayMode::kTimed);
  options.map = [](const Io& io, BlockIo*) { return io.op != Op::kWrite; };
  const Planned planned = Plan(OnePerGap(), options);
  std::vector<int64_t> reads;
  for (const Step& step : planned.steps) {
    if (step.kind == StepKind::kIo) reads.push_back(step.not_before_ns);
  }
  EXPECT_THAT(reads, ElementsAre(0, 400 * kMs, 800 * kMs, 1200 * kMs, 1600 * kMs));
  EXPECT_EQ(planned.report.ios, 5u);
  EXPECT_EQ(planned.report.pretended.at(Op::kWrite).ios, 5u);
  EXPECT_EQ(planned.report.pretended.at(Op::kWrite).bytes, 5 * 4096u);
}

TEST(Planner, WhatIsFilteredOutLeavesTheTimesOfTheRest) {
  SmallTrace trace;
  trace.Io(0, kMs, Op::kRead, kOther).Io(7 * kMs, 8 * kMs).Io(9 * kMs, 9 * kMs, Op::kRead, kOther);
  PlanOptions options = Options(ReplayMode::kTimed);
  options.selection.task_classes = 1u << static_cast<int>(TaskClass::kTree);
  const Planned planned = Plan(trace, options);
  EXPECT_THAT(planned.Dues(), ElementsAre(7 * kMs));
  EXPECT_THAT(planned.report.left_out, UnorderedElementsAre(Pair("task class other", 2)));
  EXPECT_EQ(planned.report.read, 3u);
}

TEST(Planner, FromIsTheZero) {
  PlanOptions options = Options(ReplayMode::kTimed);
  options.selection.from_ns = 10 * kMs;
  options.selection.to_ns = 30 * kMs;
  SmallTrace trace;
  trace.Io(0, kMs).Io(12 * kMs, 13 * kMs).Io(20 * kMs, 21 * kMs).Io(30 * kMs, 31 * kMs);
  const Planned planned = Plan(trace, options);
  EXPECT_THAT(planned.Dues(), ElementsAre(2 * kMs, 10 * kMs));
  EXPECT_THAT(planned.report.left_out,
              UnorderedElementsAre(Pair("before --from", 1), Pair("after --to", 1)));
}

TEST(Planner, ACommandThatExitedBeforeTheZeroHasNoTimeToTell) {
  PlanOptions options = Options(ReplayMode::kTimed);
  SmallTrace trace;
  trace.Command(0, 10 * kMs).Io(kMs, 2 * kMs).Io(20 * kMs, 21 * kMs, Op::kWrite, kWriteback);
  EXPECT_TRUE(Plan(trace, options).report.command_ran());
  options.selection.from_ns = 10 * kMs;
  EXPECT_TRUE(Plan(trace, options).report.command_ran());
  options.selection.from_ns = 15 * kMs;
  const Planned planned = Plan(trace, options);
  EXPECT_FALSE(planned.report.command_ran());
  EXPECT_THAT(planned.Dues(), ElementsAre(5 * kMs));
}

TEST(Planner, TheCommandsStartIsTheZeroAndItsExitAStep) {
  SmallTrace trace;
  trace.Command(10 * kMs, 50 * kMs)
      .Io(5 * kMs, 6 * kMs, Op::kWrite, kWriteback)
      .Io(15 * kMs, 20 * kMs)
      .Io(40 * kMs, 44 * kMs)
      .Io(45 * kMs, 70 * kMs, Op::kWrite, kWriteback)
      .Io(60 * kMs, 66 * kMs, Op::kWrite, kWriteback);
  const Planned planned = Plan(trace, Options(ReplayMode::kDependent));
  ASSERT_EQ(planned.steps.size(), 5u);
  EXPECT_EQ(planned.steps[0].anchor, Anchor::kStart);
  EXPECT_EQ(planned.steps[0].think_ns, 5 * kMs);
  EXPECT_TRUE(planned.steps[1].foreground);
  EXPECT_FALSE(planned.steps[2].foreground) << "ends after the command";
  const Step& end = planned.steps[3];
  EXPECT_EQ(end.kind, StepKind::kCommandEnd);
  EXPECT_EQ(end.parent, 1u);
  EXPECT_EQ(end.think_ns, 6 * kMs);
  EXPECT_FALSE(planned.steps[4].foreground);
  EXPECT_THAT(planned.report.left_out, UnorderedElementsAre(Pair("before the command started", 1)));
  EXPECT_EQ(planned.report.end_ns, 50 * kMs);
}

// cases.md T9: one trace, three modes, three spans.
TEST(Planner, TheModesDifferInSpanAsTheyShould) {
  SmallTrace trace;
  for (int i = 0; i < 10; ++i) trace.Io(i * 10 * kMs, i * 10 * kMs + 4 * kMs);
  const auto completion_ns = [&](PlanOptions options) {
    auto planner = Planner::Create(trace.Opener(), options);
    EXPECT_THAT(planner, IsOk());
    SimReplay replay;
    replay.model.read_ns = kMs;  // four times as fast as when it was recorded
    replay.options.depth = 1;
    replay.RunSource(planner->get());
    return replay.outcome.completion_ns();
  };
  EXPECT_EQ(completion_ns(Options(ReplayMode::kTimed)), 91 * kMs);
  PlanOptions twice = Options(ReplayMode::kTimed);
  twice.pacing.speed = 2;
  EXPECT_EQ(completion_ns(twice), 46 * kMs);
  EXPECT_EQ(completion_ns(Options(ReplayMode::kAfap)), 10 * kMs);
  EXPECT_EQ(completion_ns(Options(ReplayMode::kDependent)), (10 + 9 * 6) * kMs);
  EXPECT_EQ(completion_ns(Options(ReplayMode::kStream)), (10 + 9 * 6) * kMs);
}

TEST(Planner, ADependentReplayOnAnEqualDriveTakesTheRecordedTime) {
  SmallTrace trace;
  trace.Command(0, 100 * kMs);
  for (int i = 0; i < 9; ++i) trace.Io(i * 10 * kMs + kMs, i * 10 * kMs + 5 * kMs);
  auto planner = Planner::Create(trace.Opener(), Options(ReplayMode::kDependent));
  ASSERT_THAT(planner, IsOk());
  SimReplay replay;
  replay.model.read_ns = 4 * kMs;
  replay.RunSource(planner->get());
  EXPECT_EQ(replay.outcome.completion_ns(), 100 * kMs);
}

// Only a later pass starts at a command's end: what drains after it keeps its time.
TEST(Planner, WhatFollowsTheCommandIsNotPutOffByItsEnd) {
  SmallTrace trace;
  trace.Command(0, 10 * kMs)
      .Io(kMs, 2 * kMs)
      .Io(20 * kMs, 21 * kMs, Op::kWrite, kWriteback)
      .Io(30 * kMs, 31 * kMs, Op::kWrite, kOther);
  PlanOptions options = Options(ReplayMode::kStream);
  const auto submits = [&] {
    auto planner = Planner::Create(trace.Opener(), options);
    EXPECT_THAT(planner, IsOk());
    SimReplay replay;
    replay.model.read_ns = replay.model.write_ns = kMs;
    replay.RunSource(planner->get());
    EXPECT_EQ(replay.outcome.completion_ns(), options.loops == 1 ? 10 * kMs : 20 * kMs);
    return replay.SubmitTimes();
  };
  EXPECT_THAT(submits(), ElementsAre(kMs, 20 * kMs, 30 * kMs));
  options.loops = 2;
  EXPECT_THAT(submits(), ElementsAre(kMs, 20 * kMs, 30 * kMs, 11 * kMs, 30 * kMs, 40 * kMs));
}

TEST(Planner, LoopsFollowOneAnother) {
  SmallTrace trace;
  trace.Command(0, 20 * kMs).Io(2 * kMs, 3 * kMs).Io(10 * kMs, 12 * kMs);
  PlanOptions options = Options(ReplayMode::kTimed);
  options.loops = 3;
  const Planned timed = Plan(trace, options);
  EXPECT_THAT(timed.Dues(), ElementsAre(2 * kMs, 10 * kMs, 22 * kMs, 30 * kMs, 42 * kMs, 50 * kMs));
  EXPECT_EQ(timed.report.ios, 6u);

  options.mode = ReplayMode::kDependent;
  const Planned dependent = Plan(trace, options);
  ASSERT_EQ(dependent.steps.size(), 9u);
  EXPECT_EQ(dependent.steps[2].kind, StepKind::kCommandEnd);
  EXPECT_EQ(dependent.steps[3].parent, 2u);
  EXPECT_EQ(dependent.steps[3].think_ns, 2 * kMs);
}

// The epoch of a timed pass is the plan's: a slow drive, or idle time, does not move it.
TEST(Planner, TimedPassesStartAtFixedTimesWhateverTheDriveDoes) {
  SmallTrace trace;
  trace.Io(0, kMs).Io(10 * kMs, 12 * kMs);
  PlanOptions options = Options(ReplayMode::kTimed);
  options.loops = 3;
  auto planner = Planner::Create(trace.Opener(), options);
  ASSERT_THAT(planner, IsOk());
  SimReplay replay;
  replay.model.read_ns = 50 * kMs;  // one after the other
  replay.RunSource(planner->get());
  EXPECT_THAT(replay.SubmitTimes(),
              ElementsAre(0, 10 * kMs, 12 * kMs, 22 * kMs, 24 * kMs, 34 * kMs));
  EXPECT_EQ(replay.outcome.completion_ns(), 300 * kMs);
}

TEST(Planner, TheIdleTimeBeforeTheNextPassIsCappedToo) {
  SmallTrace trace;
  trace.Command(0, 100 * kMs).Io(kMs, 2 * kMs);
  PlanOptions options = Options(ReplayMode::kTimed);
  options.loops = 2;
  options.pacing.idle_cap_ns = 10 * kMs;
  const Planned planned = Plan(trace, options);
  EXPECT_THAT(planned.Dues(), ElementsAre(kMs, 13 * kMs));
  EXPECT_EQ(planned.report.between_passes_ns, 0);
}

// A timed pass starts when the one before has drained, which is no time of the application.
TEST(Planner, WhatDrainsBetweenPassesIsNoTimeOfTheApplication) {
  PlanOptions options = Options(ReplayMode::kTimed);
  options.loops = 2;
  const auto run = [&](const SmallTrace& trace) {
    auto planner = Planner::Create(trace.Opener(), options);
    EXPECT_THAT(planner, IsOk());
    SimReplay replay;
    replay.model.read_ns = replay.model.write_ns = kMs;
    replay.RunSource(planner->get());
    EXPECT_THAT((*planner)->Stop(), IsOk());
    EXPECT_EQ(replay.outcome.completion_ns(), 40 * kMs);
    EXPECT_EQ(replay.outcome.drain_ns(), 21 * kMs);
    return (*planner)->report().between_passes_ns;
  };
  SmallTrace trace;
  trace.Command(0, 10 * kMs).Io(kMs, 2 * kMs).Io(30 * kMs, 31 * kMs, Op::kWrite, kWriteback);
  EXPECT_EQ(run(trace), 20 * kMs);
  SmallTrace nothing_before_the_exit;
  nothing_before_the_exit.Command(0, 10 * kMs).Io(30 * kMs, 31 * kMs, Op::kWrite, kWriteback);
  EXPECT_EQ(run(nothing_before_the_exit), 20 * kMs);
}

TEST(Planner, PlansTheSameOnAThreadOfItsOwn) {
  SmallTrace trace;
  for (int i = 0; i < 100'000; ++i) trace.Io(i * 10, i * 10 + 4);
  const Planned here = Plan(trace, Options(ReplayMode::kDependent));
  const Planned there = Plan(trace, Options(ReplayMode::kDependent), /*threaded=*/true);
  ASSERT_EQ(here.steps.size(), 100'001u);
  ASSERT_EQ(there.steps.size(), here.steps.size());
  for (size_t i = 0; i < here.steps.size(); ++i) {
    ASSERT_EQ(here.steps[i].parent, there.steps[i].parent);
    ASSERT_EQ(here.steps[i].id, i);
  }
}

TEST(Planner, MayBeStoppedBeforeTheEnd) {
  SmallTrace trace;
  for (int i = 0; i < 200'000; ++i) trace.Io(i * 10, i * 10 + 4);
  auto planner = Planner::Create(trace.Opener(), Options(ReplayMode::kTimed));
  ASSERT_THAT(planner, IsOk());
  (*planner)->StartThread();
  (*planner)->Pull();
  EXPECT_THAT((*planner)->Stop(), IsOk());
  EXPECT_LT((*planner)->report().read, 200'000u);
}

TEST(Planner, AnErrorInTheMiddleEndsTheStepsAndIsTold) {
  SmallTrace trace;
  trace.Io(0, 1).Io(10, 11);
  trace.error = absl::DataLossError("block 7 is damaged");
  EXPECT_THAT(Planner::Create(trace.Opener(), Options(ReplayMode::kTimed)),
              FailsWith(absl::StatusCode::kDataLoss, HasSubstr("block 7")));
  for (int i = 0; i < 2000; ++i) trace.Io(20 + i, 21 + i);
  const Planned planned = Plan(trace, Options(ReplayMode::kTimed));
  EXPECT_THAT(planned.status, FailsWith(absl::StatusCode::kDataLoss, HasSubstr("block 7")));
  EXPECT_EQ(planned.steps.size(), 2002u);
}

TEST(Planner, NothingLeftIsAnErrorThatSaysWhy) {
  PlanOptions options = Options(ReplayMode::kTimed);
  options.selection.from_ns = 100;
  EXPECT_THAT(Planner::Create(SmallTrace().Io(0, 1).Opener(), options),
              FailsWith(absl::StatusCode::kFailedPrecondition, HasSubstr("1 (before --from)")));
  EXPECT_THAT(Planner::Create(SmallTrace().Opener(), options),
              FailsWith(absl::StatusCode::kFailedPrecondition, HasSubstr("no I/O")));
}

}  // namespace
}  // namespace ioreel
