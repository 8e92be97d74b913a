#include "replay/run/progress.h"

#include <gtest/gtest.h>

#include "formats/model/time.h"

namespace ioreel {
namespace {

constexpr int64_t kSecond = 1'000'000'000;

TEST(ProgressTest, TimeLeftComesFromTheRate) {
  EXPECT_EQ(ProgressLine("replay", 2'500, 10'000, 5 * kSecond, kNoTime, 8),
            "replay  [==>     ]  25 %  2,500 of 10,000  500/s  15.000 s left");
}

TEST(ProgressTest, OrFromTheTraceWhereItIsKnown) {
  EXPECT_EQ(ProgressLine("[2/36] edit", 1, 2, 5 * kSecond, kNoTime, 0, 60 * kSecond),
            "[2/36] edit  50 %  1 of 2  0/s  5.000 s left, in all 65.000 s");
  EXPECT_EQ(ProgressLine("replay", 9'000, 10'000, 5 * kSecond, 20 * kSecond, 0),
            "replay  90 %  9,000 of 10,000  1,800/s  15.000 s left");
  EXPECT_EQ(ProgressLine("replay", 10'000, 10'000, 25 * kSecond, 20 * kSecond, 0),
            "replay  100 %  10,000 of 10,000  400/s  0 ns left");
}

TEST(ProgressTest, NothingIsForetoldFromNothing) {
  EXPECT_EQ(ProgressLine("priming", 0, 10, 0, kNoTime, 4), "priming  [>   ]  0 %  0 of 10");
  EXPECT_EQ(ProgressLine("priming", 3, 0, kSecond, kNoTime, 4),
            "priming  [====]  100 %  3 of 0  3/s  0 ns left");
}

}  // namespace
}  // namespace ioreel
