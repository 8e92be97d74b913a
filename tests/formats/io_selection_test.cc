#include "formats/summary/io_selection.h"

#include <gmock/gmock.h>

namespace ioreel {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

TraceInfo TwoTasks() {
  TraceInfo info;
  info.tasks = {{.name = "app", .task_class = TaskClass::kTree},
                {.name = "cron", .task_class = TaskClass::kOther}};
  return info;
}

TEST(IoSelectionTest, TakesEverythingUnlessTold) {
  IoSelector selector({});
  EXPECT_TRUE(
      selector.Takes({.start_ns = -5, .length = 512, .task = kNoTask, .device = 3}, TwoTasks()));
  EXPECT_THAT(selector.left_out(), IsEmpty());
}

TEST(IoSelectionTest, CountsWhatIsLeftOutByReason) {
  IoSelector selector({.task_classes = 1u << static_cast<int>(TaskClass::kTree),
                       .devices = {false, true},
                       .from_ns = 10,
                       .to_ns = 20});
  const TraceInfo info = TwoTasks();
  EXPECT_TRUE(selector.Takes({.start_ns = 10, .length = 512, .task = 0, .device = 1}, info));
  EXPECT_FALSE(selector.Takes({.start_ns = 9, .length = 512, .task = 0, .device = 1}, info));
  EXPECT_FALSE(selector.Takes({.start_ns = 20, .length = 512, .task = 0, .device = 1}, info));
  EXPECT_FALSE(selector.Takes({.start_ns = 10, .length = 512, .task = 1, .device = 1}, info));
  EXPECT_FALSE(selector.Takes({.start_ns = 10, .length = 512, .task = kNoTask, .device = 1}, info));
  EXPECT_FALSE(selector.Takes({.start_ns = 10, .length = 512, .task = 0, .device = 0}, info));
  EXPECT_THAT(selector.left_out(),
              ElementsAre(Pair("after --to", 1), Pair("before --from", 1), Pair("other device", 1),
                          Pair("task class other", 2)));
}

TEST(IoSelectionTest, WhatStartedBeforeTheCommandIsNotItsOwn) {
  TraceInfo info = TwoTasks();
  info.command = CommandInfo{.argv = {"app"}, .start_ns = 100, .exit_ns = 200};
  IoSelector selector({});
  EXPECT_FALSE(selector.Takes({.start_ns = 99, .length = 512}, info));
  EXPECT_TRUE(selector.Takes({.start_ns = 100, .length = 512}, info));
  EXPECT_THAT(selector.left_out(), ElementsAre(Pair("before the command started", 1)));
  IoSelector from({.from_ns = 50});
  EXPECT_TRUE(from.Takes({.start_ns = 99, .length = 512}, info)) << "--from asks for it";
}

// cases.md O6, O7: what is nothing, or nothing we can do, is counted and not done.
TEST(IoSelectionTest, O6O7LeavesOutWhatCannotBeReplayed) {
  IoSelector selector({});
  EXPECT_FALSE(selector.Takes({.start_ns = 0, .length = 0, .op = Op::kWrite}, TwoTasks()));
  EXPECT_FALSE(selector.Takes({.start_ns = 0, .length = 0, .op = Op::kRead}, TwoTasks()));
  EXPECT_FALSE(selector.Takes({.start_ns = 0, .op = Op::kZoneReset}, TwoTasks()));
  EXPECT_FALSE(selector.Takes({.start_ns = 0, .op = Op::kPassthrough}, TwoTasks()));
  EXPECT_TRUE(selector.Takes({.start_ns = 0, .op = Op::kFlush}, TwoTasks()));
  EXPECT_THAT(selector.left_out(), ElementsAre(Pair("empty read", 1), Pair("empty write", 1),
                                               Pair("passthrough cannot be replayed", 1),
                                               Pair("zone_reset cannot be replayed", 1)));
}

}  // namespace
}  // namespace ioreel
