#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "formats/load.h"
#include "tests/support/matchers.h"
#include "tests/support/scratch.h"
#include "tests/support/whole_trace.h"

/// Blank lines above a text do not hide its format.

namespace ioreel {
namespace {

void ExpectOneIo(const std::string& text, const std::string& format) {
  for (const char* above : {"\n", "\r\n  \r\n", "\xef\xbb\xbf\n\n"}) {
    ImportLog log;
    auto reader = OpenTrace({ScratchFile("text", absl::StrCat(above, text))}, "", {}, &log);
    ASSERT_THAT(reader, IsOk());
    const auto trace = ReadWhole(**reader);
    ASSERT_THAT(trace, IsOk());
    EXPECT_EQ(trace->info.source, format);
    EXPECT_EQ(trace->rows.queued.size(), 1u);
  }
}

TEST(BlankHeadTest, OfAFioIolog) {
  ExpectOneIo("fio version 3 iolog\n0 f read 0 512\n", "fio-iolog");
  ExpectOneIo("0, 0, 512\n", "fio-iolog");
}

TEST(BlankHeadTest, OfWpa) {
  ExpectOneIo(
      "IO Type,Init Time (s),IO Time (us),Size (B),Min Offset,Disk\n"
      "Read,0.000100500,200.5,4096,8192,0\n",
      "wpa");
}

}  // namespace
}  // namespace ioreel
