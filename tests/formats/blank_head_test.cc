#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "formats/load.h"
#include "tests/support/matchers.h"
#include "tests/support/scratch.h"
#include "tests/support/whole_trace.h"

/// Blank lines and a byte order mark above a text do not hide its format.

namespace ioreel {
namespace {

void ExpectOneIo(const std::string& text, const std::string& format) {
  for (const char* above : {"\n", "\r\n  \r\n", "\xef\xbb\xbf", "\xef\xbb\xbf\n\n"}) {
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

TEST(BlankHeadTest, OfBlkreplay) {
  ExpectOneIo(
      "start ; sector; length ; op ;  replay_delay=0 ; replay_duration=0\n0.000000001 ; 8 ; 1 ; R "
      "; 0.0 ; 0.0\n",
      "blkreplay");
}

TEST(BlankHeadTest, CommentsOfACsvAreCounted) {
  ImportLog log;
  const auto trace = ReadText("csv",
                              "# it's \"made\n\n#twice\nqueue_ns,op,offset_bytes,length_bytes\n"
                              "0,read,0,512\n# \"half\n1,read,0,512\n",
                              {}, &log);
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->rows.queued.size(), 2u);
  ASSERT_NE(FindEntry(log, "comment"), nullptr);
  EXPECT_EQ(FindEntry(log, "comment")->count, 3u);
}

}  // namespace
}  // namespace ioreel
