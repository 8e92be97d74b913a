#include "replay/run/shared_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "tests/replay/sim_replay.h"

namespace ioreel {
namespace {

using ::testing::ElementsAre;

constexpr size_t kRun = SharedSource::kRun;

std::vector<uint64_t> Ids(const StepSource::Batch& batch) {
  std::vector<uint64_t> ids;
  for (size_t i = 0; i < batch.count; ++i) ids.push_back(batch.steps[i].id);
  return ids;
}

std::vector<uint64_t> From(uint64_t first, size_t count) {
  std::vector<uint64_t> ids;
  for (uint64_t id = first; id < first + count; ++id) ids.push_back(id);
  return ids;
}

TEST(SharedSourceTest, WhoAsksGetsTheNextFew) {
  StepList list(std::vector<Step>(3 * kRun + 5, FreeStep()));
  SharedSource source(&list, 2, nullptr);
  EXPECT_EQ(Ids(source.of(1)->Pull()), From(0, kRun));
  EXPECT_EQ(Ids(source.of(1)->Pull()), From(kRun, kRun));
  EXPECT_EQ(Ids(source.of(0)->Pull()), From(2 * kRun, kRun));
  EXPECT_EQ(Ids(source.of(1)->Pull()), From(3 * kRun, 5));
  EXPECT_EQ(source.of(0)->Pull().next, StepSource::Next::kEnd);
  EXPECT_EQ(source.of(1)->Pull().next, StepSource::Next::kEnd);
}

TEST(SharedSourceTest, ASingleLoopGetsWholeBatches) {
  StepList list(std::vector<Step>(3 * kRun + 5, FreeStep()));
  SharedSource source(&list, 1, nullptr);
  EXPECT_EQ(Ids(source.of(0)->Pull()), From(0, 3 * kRun + 5));
  EXPECT_EQ(source.of(0)->Pull().next, StepSource::Next::kEnd);
}

TEST(SharedSourceTest, WhatHangsOnAStepGoesWhereThatWent) {
  std::vector<Step> steps(2 * kRun, FreeStep());
  steps[kRun + 1] = ChildStep(3, Anchor::kComplete, 0);         // of loop 0
  steps[kRun + 2] = ChildStep(kRun + 1, Anchor::kComplete, 0);  // and so is this
  StepList list(steps);
  SharedSource source(&list, 2, nullptr);
  EXPECT_EQ(Ids(source.of(0)->Pull()), From(0, kRun));
  std::vector<uint64_t> rest = From(kRun, kRun);
  rest.erase(rest.begin() + 1, rest.begin() + 3);
  EXPECT_EQ(Ids(source.of(1)->Pull()), rest);
  EXPECT_THAT(Ids(source.of(0)->Pull()), ElementsAre(kRun + 1, kRun + 2));
  EXPECT_EQ(source.of(0)->Pull().next, StepSource::Next::kEnd);
}

/// Has nothing yet, time and again.
class SlowSource : public StepSource {
 public:
  Batch Pull() override {
    if (++pulls_ % 2 == 1) return {.next = Next::kNotYet};
    if (pulls_ > 4) return {};
    step_.id = static_cast<uint64_t>(pulls_ / 2 - 1);
    return {Next::kSteps, &step_, 1};
  }

 private:
  int pulls_ = 0;
  Step step_ = FreeStep();
};

TEST(SharedSourceTest, ASourceThatIsBehindIsAskedAgain) {
  for (const size_t loops : {1, 2}) {
    SlowSource slow;
    SharedSource source(&slow, loops, nullptr);
    std::vector<uint64_t> ids;
    for (;;) {
      const StepSource::Batch batch = source.of(0)->Pull();
      if (batch.next == StepSource::Next::kEnd) break;
      for (const uint64_t id : Ids(batch)) ids.push_back(id);
    }
    EXPECT_THAT(ids, ElementsAre(0, 1));
  }
}

TEST(SharedSourceTest, WritesThatFlushAreOpenBeforeWhatFollowsIsDealt) {
  Step commit = FreeStep({.length = 4096, .op = Op::kWrite, .flags = kPreflush});
  Step pretended = commit, flush = FreeStep({.op = Op::kFlush, .flags = kPreflush});
  pretended.kind = StepKind::kPretend;
  for (const size_t loops : {1, 2}) {
    StepList list({pretended, flush, commit, FreeStep(), commit});
    OpenFlushes open;
    SharedSource source(&list, loops, &open);
    EXPECT_FALSE(open.AnyBefore(100));
    source.of(0)->Pull();
    EXPECT_FALSE(open.AnyBefore(2));
    EXPECT_TRUE(open.AnyBefore(3));
    open.Done(3);
    EXPECT_TRUE(open.AnyBefore(3));
    open.Done(2);
    EXPECT_FALSE(open.AnyBefore(4));
    EXPECT_TRUE(open.AnyBefore(5));
    open.Done(4);
    EXPECT_FALSE(open.AnyBefore(100));
  }
}

}  // namespace
}  // namespace ioreel
