#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "formats/etl/clock.h"
#include "formats/model/time.h"
#include "tests/support/matchers.h"

namespace ioreel {
namespace {

using testing::HasSubstr;

constexpr int64_t kMost = std::numeric_limits<int64_t>::max();

EtlLogHeader Header(uint32_t type, int64_t ticks_per_s) {
  EtlLogHeader header;
  header.ticks = 1'000'000;
  header.clock_type = type;
  header.ticks_per_s = ticks_per_s;
  header.cpu_mhz = 2500;
  header.timer_100ns = 156'250;
  return header;
}

TEST(EtlClockTest, PerformanceCounter) {
  for (const uint32_t type : {1, 0}) {  // 0: not said
    const EtlClock clock = EtlClock::Make(Header(type, 2'143'632)).value();
    EXPECT_EQ(clock.name(), "QueryPerformanceCounter");
    EXPECT_EQ(clock.Ns(1'000'000), 0);
    EXPECT_EQ(clock.Ns(1'000'000 + 2'143'632), 1'000'000'000);
    EXPECT_EQ(clock.Ns(1'000'001), 466) << "rounded down";
    EXPECT_EQ(clock.Ns(999'999), -467) << "rounded down, too";
    EXPECT_EQ(clock.Ns(1'000'100, 100), 0) << "ticks are taken off before they are rounded";
    EXPECT_EQ(clock.resolution_ns(), 467);
    EXPECT_EQ(clock.start_clock_ns(), 466'497'980);
  }
}

TEST(EtlClockTest, SystemTime) {
  const EtlClock clock = EtlClock::Make(Header(2, 2'143'632)).value();
  EXPECT_EQ(clock.name(), "FILETIME");
  EXPECT_EQ(clock.Ns(1'000'001), 100);
  EXPECT_EQ(clock.Ns(1'000'001, 2'143'632), 100 - 1'000'000'000) << "responses are of the counter";
  EXPECT_EQ(clock.resolution_ns(), 15'625'000);
  EXPECT_FALSE(EtlClock::Make(Header(2, 0)).value().has_responses());
  EXPECT_EQ(EtlClock::Make(Header(0, 0)).value().name(), "FILETIME");
}

TEST(EtlClockTest, CpuCycles) {
  const EtlClock clock = EtlClock::Make(Header(3, 10'000'000)).value();
  EXPECT_EQ(clock.Ns(1'002'500), 1000);
  EXPECT_EQ(clock.Ns(1'002'500, 3), 1000 - 300);
  EXPECT_EQ(clock.resolution_ns(), 1);
}

TEST(EtlClockTest, AMonthOfTicksDoesNotOverflow) {
  const EtlClock clock = EtlClock::Make(Header(1, 10'000'000)).value();
  EXPECT_EQ(clock.Ns(1'000'000 + 30ll * 86'400 * 10'000'000), 30ll * 86'400 * 1'000'000'000);
  EXPECT_EQ(clock.Ns(kMost), std::nullopt);
  EXPECT_EQ(clock.Ns(1'000'000, ~uint64_t{0}), std::nullopt);
  const EtlClock fine = EtlClock::Make(Header(1, kMost)).value();
  EXPECT_EQ(fine.Ns(kMost), 999'999'999);
  EXPECT_EQ(fine.resolution_ns(), 1);
}

TEST(EtlClockTest, AClockWithoutItsRateIsAnError) {
  EtlLogHeader cycles = Header(3, 0);
  cycles.cpu_mhz = 0;
  EXPECT_THAT(EtlClock::Make(cycles),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("CPU cycles")));
  EXPECT_THAT(EtlClock::Make(Header(1, 0)),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("PerformanceCounter")));
  EXPECT_THAT(EtlClock::Make(Header(1, -5)),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("")));
  EXPECT_THAT(EtlClock::Make(Header(4, 5)),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("unknown type 4")));
}

TEST(EtlClockTest, WallTime) {
  EXPECT_EQ(WallNsFromFiletime(116'444'736'000'000'000), 0);
  EXPECT_EQ(WallNsFromFiletime(133'000'000'000'000'000), 1'655'526'400'000'000'000);
  EXPECT_EQ(WallNsFromFiletime(0), kNoTime);
  EXPECT_EQ(WallNsFromFiletime(kMost), kNoTime) << "in the year 30828";
}

}  // namespace
}  // namespace ioreel
