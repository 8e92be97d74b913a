#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "formats/load.h"
#include "tests/support/matchers.h"
#include "tests/support/scratch.h"
#include "tests/support/whole_trace.h"

/// A bad row among the first ones of a text does not hide its format.

namespace ioreel {
namespace {

using ::testing::HasSubstr;

constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;

std::string SpcRow(int row) { return absl::StrCat("0,", 8 * row, ",4096,W,0.", row, "\n"); }

std::string MsrRow(int row) {
  return absl::StrCat("12816637200306162", row, ",usr,0,Read,", 4096 * row, ",4096,500\n");
}

/// `rows` rows, of which those in `bad` are none.
std::string Text(std::string (*row)(int), int rows, const std::vector<int>& bad) {
  std::string text;
  for (int i = 0; i < rows; ++i)
    text += std::count(bad.begin(), bad.end(), i) ? "0 broken 7\n" : row(i);
  return text;
}

absl::Status Read(const std::string& text, bool tolerant, size_t* ios = nullptr) {
  ImportLog log;
  auto reader = OpenTrace({ScratchFile("rows", text)}, "", {.tolerant = tolerant}, &log);
  if (!reader.ok()) return reader.status();
  const auto trace = ReadWhole(**reader);
  if (trace.ok() && ios != nullptr) *ios = trace->rows.queued.size();
  return trace.status();
}

TEST(BadHeadRowTest, IsNamedByItsLineOrSkipped) {
  for (auto* row : {SpcRow, MsrRow}) {
    for (int bad : {0, 1, 4}) {
      const std::string text = Text(row, 5, {bad});
      EXPECT_THAT(Read(text, false),
                  FailsWith(kInvalid, HasSubstr(absl::StrCat("line ", bad + 1))));
      size_t ios = 0;
      EXPECT_THAT(Read(text, true, &ios), IsOk());
      EXPECT_EQ(ios, 4u);
    }
  }
}

TEST(BadHeadRowTest, TooManyOfThemMakeATextUnknown) {
  EXPECT_THAT(Read(Text(SpcRow, 4, {1}), true), FailsWith(kInvalid, HasSubstr("not a trace")));
  EXPECT_THAT(Read(Text(SpcRow, 8, {1, 3, 5}), true),
              FailsWith(kInvalid, HasSubstr("not a trace")));
  EXPECT_THAT(Read(Text(SpcRow, 8, {1, 3}), true), IsOk());
}

TEST(BadHeadRowTest, NamesAboveTheRowsAreAnotherFormats) {
  EXPECT_THAT(Read("unit,place,bytes,what,when\n" + Text(SpcRow, 7, {}), true),
              FailsWith(kInvalid, HasSubstr("not a trace")));
}

}  // namespace
}  // namespace ioreel
