#include "formats/import/locale_number.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tests/support/matchers.h"
#include "tests/support/whole_trace.h"

/// Numbers as locales write them, and the WPA exports that hold them.

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

char SignOf(const std::vector<std::string>& numbers) {
  DecimalSign decimal;
  for (const std::string& number : numbers) decimal.Learn(number);
  return decimal.sign();
}

std::string Plain(absl::string_view text, char sign) {
  std::string plain;
  return MakePlainNumber(text, sign, &plain) ? plain : absl::StrCat("bad: ", plain);
}

TEST(DecimalSignTest, NumbersTellIt) {
  EXPECT_EQ(SignOf({"1,176567818"}), ',');
  EXPECT_EQ(SignOf({"1.5"}), '.');
  EXPECT_EQ(SignOf({"1.234,567"}), ',');
  EXPECT_EQ(SignOf({"1,234,567"}), '.') << "it groups";
  EXPECT_EQ(SignOf({"1,234", "7", "2,3456789"}), ',');
  EXPECT_EQ(SignOf({"1,234", "2.345"}), 0);
  DecimalSign doubtful;
  doubtful.Learn("12");
  EXPECT_EQ(doubtful.doubtful(), "");
  doubtful.Learn("1,234");
  EXPECT_EQ(doubtful.doubtful(), "1,234");
}

TEST(MakePlainNumberTest, GroupsMustBeGroups) {
  EXPECT_EQ(Plain("16.384", ','), "16384");
  EXPECT_EQ(Plain("1.234,5", ','), "1234.5");
  EXPECT_EQ(Plain("12,34,567.25", '.'), "1234567.25");
  EXPECT_EQ(Plain("2\xc2\xa0"
                  "275\xe2\x80\xaf"
                  "840",
                  '.'),
            "2275840");
  EXPECT_EQ(Plain("1'024", '.'), "1024");
  EXPECT_EQ(Plain("0x1f", '.'), "0x1f");
  EXPECT_EQ(Plain("-1.5", '.'), "-1.5");
  for (absl::string_view bad : {"1,5", "1,23", "1,2345", "1234,567", ",123", "1.5.2", "1.234,5"})
    EXPECT_EQ(Plain(bad, '.'), absl::StrCat("bad: ", bad));
}

TEST(MakePlainNumberTest, EitherSignGroupsAWholeNumber) {
  std::string plain;
  for (absl::string_view text : {"2,275,840", "2.275.840", "2 275 840", "2275840"}) {
    EXPECT_TRUE(MakePlainWhole(text, &plain));
    EXPECT_EQ(plain, "2275840");
  }
  EXPECT_FALSE(MakePlainWhole("4.5", &plain));
  EXPECT_FALSE(MakePlainWhole("1.234,567", &plain) && plain == "1234567");
}

constexpr char kHeader[] =
    "IO Type;Init Time (s);Complete Time (s);Size (B);Min Offset;Disk;IO Time (\xc2\xb5s)\n";

TEST(WpaLocaleTest, ALaterNumberTellsWhatTheFirstAre) {
  const auto trace = ReadText("wpa", absl::StrCat(kHeader, "Read;1,234;1,235;4096;0;0;1.000\n",
                                                  "Read;2,3456789;2,3466789;4.096;0;0;1.000\n"));
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->rows.queued.at(0).queue_ns, 1'234'000'000);
  EXPECT_EQ(trace->rows.queued.at(1).queue_ns, 2'345'678'900);
  EXPECT_EQ(trace->rows.queued.at(1).length, 4096u);
}

TEST(WpaLocaleTest, NumbersThatCanBeReadBothWaysAreRefused) {
  EXPECT_THAT(
      ReadText("wpa", absl::StrCat(kHeader, "Read;1;2;4.096;0;0;\nRead;1.234;1.235;4.096;0;0;\n")),
      FailsWith(absl::StatusCode::kInvalidArgument,
                AllOf(HasSubstr("test: line 3: 1.234"), HasSubstr("seconds"))));
  EXPECT_THAT(ReadText("wpa", absl::StrCat(kHeader, "Read;1;2;4.096;0;0;5\n")), IsOk())
      << "bytes are whole";
  EXPECT_FALSE(ReadText("wpa", absl::StrCat(kHeader, "Read;1;2;4.5;0;0;5\n")).ok());
}

TEST(WpaLocaleTest, NumbersOfTwoLocalesAreErrors) {
  EXPECT_THAT(
      ReadText("wpa", absl::StrCat(kHeader, "Read;1,5;1,6;512;0;0;5\nRead;2.5;2.6;512;0;0;5\n")),
      FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("line 3")));
}

}  // namespace
}  // namespace ioreel
