#include "formats/pairing/loss_log.h"

#include <gtest/gtest.h>

namespace ioreel {
namespace {

StageEvent At(int64_t time_ns, uint16_t cpu, Stage stage = Stage::kQueued, uint64_t length = 0) {
  StageEvent event;
  event.time_ns = time_ns;
  event.cpu = cpu;
  event.stage = stage;
  event.length = length;
  return event;
}

TEST(LossLogTest, AWindowReachesFromTheLastEventOfThatCpu) {
  std::vector<LossWindow> losses;
  LossLog log(&losses, 1000);
  log.See(At(1100, 0));
  log.See(At(1200, 1));
  log.See(At(1500, 0, Stage::kLost, 77));
  log.See(At(1500, 0));
  log.See(At(1600, kNoCpu, Stage::kLost, 0));
  ASSERT_EQ(losses.size(), 2u);
  EXPECT_EQ(losses[0].cpu, 0);
  EXPECT_EQ(losses[0].from_ns, 100);
  EXPECT_EQ(losses[0].to_ns, 500);
  EXPECT_EQ(losses[0].events, 77u);
  EXPECT_EQ(losses[1].cpu, -1);
  EXPECT_EQ(losses[1].from_ns, 500);
  EXPECT_EQ(losses[1].to_ns, 600);
}

TEST(LossLogTest, BeforeTheFirstEventItReachesFromTheStart) {
  std::vector<LossWindow> losses;
  LossLog log(&losses, 1000);
  log.See(At(1500, 3, Stage::kLost, 1));
  ASSERT_EQ(losses.size(), 1u);
  EXPECT_EQ(losses[0].from_ns, 0);
  EXPECT_EQ(losses[0].to_ns, 500);
}

TEST(LossLogTest, SumsThatDoNotFitStopAtTheLargest) {
  constexpr uint64_t kMost = ~uint64_t{0};
  TraceInfo info;
  LossLog log(&info.losses, 0);
  log.See(At(1, 0, Stage::kLost, kMost));
  log.See(At(2, 1, Stage::kLost, kMost));
  EXPECT_EQ(info.LostEvents(), kMost);
}

TEST(LossLogTest, WindowsAreBoundedAndNothingIsForgotten) {
  std::vector<LossWindow> losses;
  LossLog log(&losses, 0);
  for (int i = 0; i < 100'000; ++i) log.See(At(i, 0, Stage::kLost, 2));
  EXPECT_LE(losses.size(), 65'536u);
  uint64_t events = 0;
  for (const LossWindow& window : losses) events += window.events;
  EXPECT_EQ(events, 200'000u);
  EXPECT_EQ(losses.back().to_ns, 99'999);
}

}  // namespace
}  // namespace ioreel
