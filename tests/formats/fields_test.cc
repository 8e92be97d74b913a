#include "formats/import/fields.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace ioreel {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> Split(absl::string_view line, char separator = '\0') {
  absl::string_view fields[3];
  const size_t count = separator == '\0' ? SplitAtBlanks(line, absl::MakeSpan(fields))
                                         : SplitAt(separator, line, absl::MakeSpan(fields));
  std::vector<std::string> texts(fields, fields + std::min<size_t>(count, 3));
  if (count > 3) texts.push_back("of " + std::to_string(count));
  return texts;
}

TEST(FieldsTest, SplitsAtRunsOfBlanksOrAtEverySeparator) {
  EXPECT_THAT(Split("  a\tb  "), ElementsAre("a", "b"));
  EXPECT_THAT(Split(""), ElementsAre());
  EXPECT_THAT(Split("1 2 3 4 5"), ElementsAre("1", "2", "3", "of 5"));
  EXPECT_THAT(Split(" a ;; b", ';'), ElementsAre("a", "", "b"));
  EXPECT_THAT(Split("", ';'), ElementsAre(""));
  EXPECT_THAT(Split("a;b;c;", ';'), ElementsAre("a", "b", "c", "of 4"));
}

TEST(FieldsTest, NumbersAreStrict) {
  EXPECT_EQ(ParseUnsigned("18446744073709551615"), 18446744073709551615u);
  for (const char* bad : {"", "18446744073709551616", "-1", "+1", " 1", "1 ", "0x1", "1.0"})
    EXPECT_EQ(ParseUnsigned(bad), std::nullopt) << bad;
  EXPECT_EQ(ParseSigned("-5"), -5);
  EXPECT_EQ(ParseSigned("9223372036854775808"), std::nullopt);
}

TEST(FieldsTest, SecondsKeepTheirNanoseconds) {
  constexpr int64_t kTick = 100;
  EXPECT_EQ(ParseSecondsNs("1456135200.013118001"), 1'456'135'200'013'118'001);
  EXPECT_EQ(ParseSecondsNs("0.0"), 0);
  EXPECT_EQ(ParseSecondsNs("12"), 12'000'000'000);
  EXPECT_EQ(ParseSecondsNs("0.5"), 500'000'000);
  EXPECT_EQ(ParseSecondsNs("-0.25"), -250'000'000);
  EXPECT_EQ(ParseSecondsNs("1.0000000014999"), 1'000'000'001);
  EXPECT_EQ(ParseSecondsNs("0.30000000000000004"), 300'000'000) << "as programs print doubles";
  EXPECT_EQ(ParseSecondsNs("0.9999999995"), 1'000'000'000);
  EXPECT_EQ(ParseSecondsNs("-0.9999999995"), -1'000'000'000);
  EXPECT_EQ(ParseTimeNs("12.345", kTick), 1'235) << "FILETIME ticks";
  EXPECT_EQ(ParseTimeNs("7.5", 1), 8);
  for (const char* bad : {"", ".", "1.x", "1e3", "nan", "99999999999"})
    EXPECT_EQ(ParseSecondsNs(bad), std::nullopt) << bad;
}

TEST(FieldsTest, QuotedTextIsReadableAndBounded) {
  EXPECT_EQ(Quoted("a\tb"), "\"a\\tb\"");
  EXPECT_EQ(Quoted(std::string(100, 'x')), "\"" + std::string(80, 'x') + "…\"");
}

}  // namespace
}  // namespace ioreel
