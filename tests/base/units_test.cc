#include "base/units.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/support/matchers.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;

TEST(UnitsTest, SizesAreBinary) {
  EXPECT_EQ(*ParseSize("64k"), 65536u);
  EXPECT_EQ(*ParseSize("1.5M"), 1572864u);
  EXPECT_EQ(*ParseSize("2GiB"), 2ull << 30);
  EXPECT_EQ(*ParseSize("8s"), 4096u);
  EXPECT_EQ(*ParseSize("9007199254740993"), 9007199254740993u) << "no rounding through double";
}

TEST(UnitsTest, SizesAreExactOrRefused) {
  EXPECT_EQ(*ParseSize("9007199254740993b"), 9007199254740993u);
  EXPECT_EQ(*ParseSize("18446744073709551615"), UINT64_MAX);
  EXPECT_EQ(*ParseSize("0.5s"), 256u);
  EXPECT_EQ(*ParseSize("2.000"), 2u);
  for (const char* fraction : {"1.5", "0.1k", "0.000001m"})
    EXPECT_THAT(ParseSize(fraction), FailsWith(absl::StatusCode::kInvalidArgument,
                                               HasSubstr("no whole number of bytes")));
}

TEST(UnitsTest, DurationsAreNanoseconds) {
  EXPECT_EQ(*ParseDurationNs("1.5ms"), 1'500'000);
  EXPECT_EQ(*ParseDurationNs("2"), 2'000'000'000);
  EXPECT_EQ(*ParseDurationNs("20us"), 20'000);
  EXPECT_EQ(*ParseDurationNs("9223372036.854775807"), INT64_MAX);
  EXPECT_EQ(*ParseDurationNs("1.9ns"), 2);
}

TEST(UnitsTest, OnlySignedDurationsHaveASign) {
  EXPECT_EQ(*ParseSignedDurationNs("-1.5s"), -1'500'000'000);
  EXPECT_EQ(*ParseSignedDurationNs("20us"), 20'000);
  for (const char* bad : {"-", "--1s", "- 1s"})
    EXPECT_FALSE(ParseSignedDurationNs(bad).ok()) << bad;
  EXPECT_FALSE(ParseDurationNs("-1s").ok());
}

TEST(UnitsTest, BadTextIsNamed) {
  EXPECT_THAT(ParseSize("12q"), FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("'q'")));
  EXPECT_THAT(ParseSize("-1"), FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("-1")));
  EXPECT_THAT(ParseSize("99999999999t"),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("larger")));
  EXPECT_THAT(ParseDurationNs(""),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("100ms")));
  for (const char* bad :
       {".", "1.2.3", "k", "1 k", "0.0000000000000000001", "99999999999999999999"})
    EXPECT_FALSE(ParseSize(bad).ok()) << bad;
  EXPECT_THAT(ParseDurationNs("9223372036.854775808"),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("too long")));
}

TEST(UnitsTest, AFactorMustBeAPlainNumberInRange) {
  EXPECT_EQ(*ParseFactor("2x"), 2.0);
  for (const char* bad : {"0", "-1", "nan", "inf", "x", "", "1e300", "0x2", "0.0001", "9999999"})
    EXPECT_FALSE(ParseFactor(bad).ok()) << bad;
}

TEST(UnitsTest, PrintsForPeople) {
  EXPECT_EQ(FormatSize(512), "512 B");
  EXPECT_EQ(FormatSize(1536), "1.5 KiB");
  EXPECT_EQ(FormatDuration(1'234'000'000), "1.234 s");
  EXPECT_EQ(FormatDuration(999'499), "999 µs");
  EXPECT_EQ(FormatDuration(999'500), "1 ms");
  EXPECT_EQ(FormatDuration(999'500'000), "1.000 s");
  EXPECT_EQ(FormatDuration(-999'999'999), "-1.000 s");
  EXPECT_EQ(FormatDuration(std::numeric_limits<int64_t>::min()), "unknown");
  EXPECT_EQ(FormatCount(1234567), "1,234,567");
}

TEST(UnitsTest, CountsHaveTheirPlural) {
  EXPECT_EQ(FormatCount(0, "I/O"), "0 I/Os");
  EXPECT_EQ(FormatCount(1, "I/O"), "1 I/O");
  EXPECT_EQ(FormatCount(1234, "I/O"), "1,234 I/Os");
}

TEST(UnitsTest, SharesMomentsAndRatios) {
  EXPECT_EQ(FormatShare(0.1234), "12.3 %");
  EXPECT_EQ(FormatShare(std::nullopt), "-");
  EXPECT_EQ(FormatShare(1, 3), "33.3 %");
  EXPECT_EQ(FormatShare(0, 0), "-");
  EXPECT_EQ(FormatMoment(-1'500'000'000), "-1.500000 s");
  EXPECT_EQ(FormatRatio(14.49), "14.5");
}

}  // namespace
}  // namespace ioreel
