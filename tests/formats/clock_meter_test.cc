#include "formats/columnar/clock_meter.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tests/support/matchers.h"
#include "tests/support/whole_trace.h"

namespace ioreel {
namespace {

/// Of a clock of `unit_ns` that began at 7.
int64_t Resolution(int64_t unit_ns, int times, int64_t finest_ns = 1) {
  ClockMeter meter(finest_ns);
  for (int i = 0; i < times; ++i) meter.Add(7 + unit_ns * (i * i % 1009));
  return meter.resolution_ns();
}

TEST(ClockMeterTest, FindsTheUnitOfManyTimes) {
  EXPECT_EQ(Resolution(1, 2000), 1);
  EXPECT_EQ(Resolution(15'625'000, 2000), 15'625'000);
  EXPECT_EQ(Resolution(300, 2000, 100), 300);
  EXPECT_EQ(Resolution(150, 2000, 100), 100) << "no multiple of what the clock shows";
  EXPECT_EQ(Resolution(1'000'000, 10), 1) << "too few to tell";
  EXPECT_EQ(Resolution(1'000'000, 31), 1'000'000) << "thirty steps tell";
  EXPECT_EQ(Resolution(0, 2000), 1) << "all at once";
}

TEST(ClockMeterTest, TimesBackwardsCount) {
  ClockMeter meter(1);
  for (int i = 0; i < 2000; ++i) meter.Add(-10'000 * i);
  EXPECT_EQ(meter.resolution_ns(), 10'000);
}

TEST(ClockMeterTest, ACoarseClockOfATableIsFlagged) {
  std::string text;
  for (int i = 0; i < 2000; ++i)
    absl::StrAppend(&text, 128166372003060000 + i * 156'250, ",hm,0,Read,0,512,1\n");
  ImportLog log;
  const auto trace = ReadText("msr", text, {}, &log);
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->info.clock_resolution_ns, 15'625'000);
  ASSERT_NE(FindEntry(log, "coarse_clock"), nullptr);
  EXPECT_EQ(trace->rows.queued[1].flags, 0) << "its times are its own";
}

}  // namespace
}  // namespace ioreel
