#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "tests/support/gzip.h"
#include "tests/support/matchers.h"
#include "tests/support/whole_trace.h"

/// Compressed texts that are cut: an error, or, tolerant, every whole line before the cut.

namespace ioreel {
namespace {

using ::testing::HasSubstr;

std::string Table(int rows) {
  std::string text;
  for (int i = 0; i < rows; ++i)
    absl::StrAppend(&text, i * 7919 % 100'003 + 100'000 * i, ",R,", i * 104'729 % 99'991, ",512\n");
  return text;
}

/// How many lines of the text can be unpacked.
size_t WholeLines(const std::string& stored) {
  const auto stream = MakeMemoryInput("x", stored)->Open();
  std::string text(1 << 20, '\0');
  (*stream)->read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<size_t>((*stream)->gcount()));
  return static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
}

TEST(CutTextTest, WholeLinesBeforeTheCutAreKept) {
  ReadOptions options{.tolerant = true};
  options.columns = "time=1[us],op=2,offset=3[512B],length=4";
  for (int rows : {20, 1000}) {
    const std::string stored = Gzip(Table(rows));
    for (size_t size : {stored.size() - 8, stored.size() * 3 / 4, stored.size() / 2}) {
      const std::string cut = stored.substr(0, size);
      ImportLog log;
      const auto trace = ReadText("columns", cut, options, &log);
      ASSERT_THAT(trace, IsOk());
      EXPECT_EQ(trace->rows.queued.size(), WholeLines(cut));
      EXPECT_GE(trace->rows.queued.size(), static_cast<size_t>(rows) / 5);
      EXPECT_TRUE(log.HasDataLoss());
    }
    EXPECT_EQ(WholeLines(stored.substr(0, stored.size() - 8)), static_cast<size_t>(rows));
    ReadOptions strict = options;
    strict.tolerant = false;
    EXPECT_THAT(ReadText("columns", stored.substr(0, stored.size() - 1), strict),
                FailsWith(absl::StatusCode::kDataLoss, HasSubstr("test: cut or damaged")));
  }
}

}  // namespace
}  // namespace ioreel
