#include "replay/plan/promise.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <vector>

#include "replay/plan/planner.h"
#include "tests/support/matchers.h"
#include "tests/support/vector_trace.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TraceInfo TwoDisks() {
  TraceInfo info;
  info.devices.resize(2);
  return info;
}

std::vector<QueuedIo> Rows() {
  return {{.queue_ns = 1, .offset = 8192, .length = 4096},
          {.queue_ns = 2, .offset = 4096, .length = 8192, .op = Op::kWrite},
          {.queue_ns = 3, .op = Op::kFlush}};
}

LevelSummary SummaryOf(const std::vector<QueuedIo>& rows) {
  LevelSummarizer sum;
  for (size_t i = 0; i < rows.size(); ++i) {
    sum.Add(QueueLevelIo(rows[i], i), rows[i].offset, TwoDisks());
  }
  return sum.Finish();
}

struct Planned {
  std::vector<BlockIo> ios;
  absl::Status status;
};

/// All that a planner gives out of `rows` after a promise of what Rows() amount to.
Planned Plan(std::vector<QueuedIo> rows, int loops = 1,
             const std::function<void(LevelSummary*)>& lie = nullptr) {
  LevelSummary promised = SummaryOf(Rows());
  if (lie) lie(&promised);
  PlanOptions options;
  options.mode = ReplayMode::kAfap;
  options.promise = {&promised, "t.ioreel"};
  options.loops = loops;
  TraceChunk chunk;
  chunk.queued = std::move(rows);
  const auto planner = Planner::Create(
      [&] {
        return std::make_unique<LevelReader>(MakeVectorReader(TwoDisks(), {chunk}), Level::kQueue);
      },
      options);
  if (!planner.ok()) return {{}, planner.status()};
  Planned planned;
  for (;;) {
    const auto batch = (*planner)->Pull();
    if (batch.next != StepSource::Next::kSteps) break;
    for (size_t i = 0; i < batch.count; ++i) {
      if (batch.steps[i].kind == StepKind::kIo) planned.ios.push_back(batch.steps[i].io);
    }
  }
  planned.status = (*planner)->Stop();
  return planned;
}

TEST(PromiseTest, WhatItWasMadeOfKeepsIt) {
  const Planned planned = Plan(Rows(), /*loops=*/2);
  EXPECT_THAT(planned.status, IsOk());
  EXPECT_EQ(planned.ios.size(), 6u);
}

TEST(PromiseTest, NoIoGoesWhereItDidNotSay) {
  const std::vector<std::function<void(QueuedIo*)>> lies = {
      [](QueuedIo* io) { io->offset += 4096; },     // beyond the end
      [](QueuedIo* io) { io->length += 4096; },     // longer than any of its op
      [](QueuedIo* io) { io->device = 1; },         // another device
      [](QueuedIo* io) { io->op = Op::kDiscard; },  // an op of which there was none
      [](QueuedIo* io) { io->offset -= 512; },      // between the blocks
      [](QueuedIo* io) { io->offset = UINT64_MAX - 4095; }};
  for (size_t i = 0; i < lies.size(); ++i) {
    std::vector<QueuedIo> rows = Rows();
    lies[i](&rows[1]);
    const Planned planned = Plan(rows);
    EXPECT_THAT(planned.status,
                FailsWith(absl::StatusCode::kDataLoss,
                          AllOf(HasSubstr("t.ioreel: I/O 1 ("), HasSubstr("the summary"))))
        << i;
    EXPECT_LE(planned.ios.size(), 1u) << i;
  }
}

TEST(PromiseTest, MoreOrFewerAreTold) {
  std::vector<QueuedIo> more = Rows();
  more.push_back(more.back());
  EXPECT_THAT(Plan(more).status, FailsWith(absl::StatusCode::kDataLoss, HasSubstr("I/O 3 (flush")));
  std::vector<QueuedIo> fewer = Rows();
  fewer.pop_back();
  EXPECT_THAT(Plan(fewer).status, FailsWith(absl::StatusCode::kDataLoss,
                                            HasSubstr("tells of 3 I/Os, but there are 2")));
}

TEST(PromiseTest, EachFigureIsHeldAgainstTheRows) {
  const std::vector<std::pair<std::function<void(LevelSummary*)>, std::string>> lies = {
      {[](LevelSummary* sum) { sum->first_ns = 0; }, "start of the first I/O 0 ns, but it is 1 ns"},
      {[](LevelSummary* sum) { sum->last_ns = kNoTime; },
       "start of the last I/O unknown, but it is 3 ns"},
      {[](LevelSummary* sum) { sum->last_complete_ns = 1'000'000; },
       "last completion 1000000 ns, but it is unknown"},
      {[](LevelSummary* sum) { sum->without_completion = 0; },
       "I/Os without completion 0, but it is 3"},
      {[](LevelSummary* sum) { sum->without_thread = 0; }, "I/Os without thread 0, but it is 3"},
      {[](LevelSummary* sum) { sum->busy_ns = 1; }, "busy time 1 ns, but it is 0 ns"},
      {[](LevelSummary* sum) { sum->mean_depth = 99; }, "mean depth 99, but it is 0"},
      {[](LevelSummary* sum) { sum->left_out["x"] = 5; }, "left out"},
      {[](LevelSummary* sum) { ++sum->devices.at(0).ops[0].bytes; }, "sizes, offsets and kinds"}};
  for (const auto& [lie, words] : lies) {
    const Planned planned = Plan(Rows(), 1, lie);
    EXPECT_THAT(planned.status,
                FailsWith(absl::StatusCode::kDataLoss,
                          AllOf(HasSubstr("the summary in the trace says"), HasSubstr(words))));
  }
}

}  // namespace
}  // namespace ioreel
