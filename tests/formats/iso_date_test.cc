#include "formats/import/iso_date.h"

#include <gtest/gtest.h>

namespace ioreel {
namespace {

constexpr int64_t kNoonNs = 1'714'566'600'000'000'000;  // 2024-05-01 12:30:00 UTC

TEST(IsoDateTest, DaysAndClocks) {
  EXPECT_EQ(ParseDateNs("1970-01-01T00:00:00Z"), 0);
  EXPECT_EQ(ParseDateNs("1970-01-01 00:00:01.000000001"), 1'000'000'001);
  EXPECT_EQ(ParseDateNs("1969-12-31T23:59:59.5Z"), -500'000'000);
  EXPECT_EQ(ParseDateNs("2024-02-29T23:59:59.999999999Z"), 1'709'251'199'999'999'999);
}

TEST(IsoDateTest, EveryUsualShapeIsTheSameTime) {
  for (absl::string_view text :
       {"2024-05-01T12:30:00Z", "2024-05-01T12:30", "2024-05-01T12:30Z", "2024-05-01t12:30:00z",
        "2024-05-01 12:30:00", "20240501T123000Z", "20240501T1230", "20240501 123000",
        "2024-05-01T123000", "2024-05-01T12:30:00,0Z", "20240501T123000.000Z"})
    EXPECT_EQ(ParseDateNs(text), kNoonNs) << text;
}

TEST(IsoDateTest, EveryUsualZone) {
  for (absl::string_view text :
       {"2024-05-01T14:30:00+02:00", "2024-05-01T14:30:00+0200", "2024-05-01T14:30:00+02",
        "2024-05-01 14:30:00 +0200", "2024-05-01T14:30+02:00", "20240501T143000+02",
        "2024-05-01T07:00:00-05:30", "2024-05-01T07:00:00−05:30", "2024-05-02T02:30:00+14:00",
        "2024-05-01T12:30:00-00:00", "2024-05-01 12:30:00 UTC", "2024-05-01 12:30:00 gmt"})
    EXPECT_EQ(ParseDateNs(text), kNoonNs) << text;
}

TEST(IsoDateTest, DecimalsStandBehindAPointOrACommaAndAreRounded) {
  EXPECT_EQ(ParseDateNs("20240501T123000.5Z"), kNoonNs + 500'000'000);
  EXPECT_EQ(ParseDateNs("2024-05-01T12:30:00,25+00"), kNoonNs + 250'000'000);
  EXPECT_EQ(ParseDateNs("2024-05-01T12:30:00.1234567894Z"), kNoonNs + 123'456'789);
  EXPECT_EQ(ParseDateNs("2024-05-01T12:30:00.123456789500Z"), kNoonNs + 123'456'790);
  EXPECT_EQ(ParseDateNs("2024-05-01T12:29:59.9999999999Z"), kNoonNs);
}

TEST(IsoDateTest, TheEndOfADayAndLeapSeconds) {
  EXPECT_EQ(ParseDateNs("2024-04-30T24:00:00Z"), ParseDateNs("2024-05-01T00:00:00Z"));
  EXPECT_EQ(ParseDateNs("2024-04-30T24:00"), ParseDateNs("2024-05-01T00:00"));
  EXPECT_EQ(ParseDateNs("2016-12-31T23:59:60.5Z"), ParseDateNs("2017-01-01T00:00:00.5Z"));
  EXPECT_EQ(ParseDateNs("2024-04-30T24:00:01Z"), std::nullopt);
}

TEST(IsoDateTest, WhatIsNoDateIsNone) {
  for (absl::string_view none : {"",
                                 "2024-01-31",
                                 "20240131",
                                 "2024-01-31T12",
                                 "2024-01-31T12:3",
                                 "2024-01-31T12:34:",
                                 "2024-01-31T12:34:5",
                                 "2024-01-31T12:34:56.",
                                 "2024-01-31T12:34.5",
                                 "2024-13-31T12:34:56",
                                 "2024-0131T12:34:56",
                                 "2023-02-29T12:34:56",
                                 "2024-00-10T12:34:56",
                                 "2024-01-31T25:00:00Z",
                                 "2024-01-31T12:60:00Z",
                                 "2024-01-31T12:34:61Z",
                                 "2024-01-31T12:34:56 x",
                                 "2024-01-31T12:34:56+",
                                 "2024-01-31T12:34:56+2",
                                 "2024-01-31T12:34:56+02:",
                                 "2024-01-31T12:34:56+02:60",
                                 "2024-01-31T12:34:56+24:00",
                                 "2024-01-31T12:34:56ZZ",
                                 "2024-01-31_12:34:56",
                                 "24-01-31T12:34:56",
                                 "31.01.2024 12:34:56",
                                 "9999-01-01T00:00:00Z",
                                 "0000-01-01T00:00:00Z",
                                 "1234567890123456789",
                                 "infinite-future-and-on"})
    EXPECT_EQ(ParseDateNs(none), std::nullopt) << none;
}

}  // namespace
}  // namespace ioreel
