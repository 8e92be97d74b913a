#include "formats/load.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/matchers.h"
#include "tests/support/octf_bytes.h"
#include "tests/support/scratch.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;

absl::Status Open(const std::vector<std::string>& paths, const std::string& from = "") {
  ImportLog log;
  return OpenTrace(paths, from, {}, &log).status();
}

TEST(LoadTest, TheFormatIsToldByTheContents) {
  const std::string path = ScratchFile("misnamed.csv", "fio version 3 iolog\n0 f read 0 512\n");
  ImportLog log;
  auto reader = OpenTrace({path}, "", {}, &log);
  ASSERT_THAT(reader, IsOk());
  EXPECT_EQ((*reader)->info().source, "fio-iolog");
  EXPECT_EQ((*reader)->info().origin, path);
  const std::string named = ScratchFile("misnamed.ioreel", "fio version 3 iolog\n0 f read 0 512\n");
  auto also = OpenTrace({named}, "", {}, &log);
  ASSERT_THAT(also, IsOk());
  EXPECT_EQ((*also)->info().source, "fio-iolog");
}

TEST(LoadTest, ANameTellsWhatDamagedContentsDoNot) {
  EXPECT_THAT(Open({ScratchFile("damaged.ioreel", "\1\2\3 no magic here, nothing at all, really")}),
              FailsWith(absl::StatusCode::kDataLoss, HasSubstr("bad magic")));
}

TEST(LoadTest, ATextThatIsNamedLikeAnEventTrace) {
  EXPECT_THAT(Open({ScratchFile("text.etl", std::string(200, 'x'))}),
              FailsWith(kInvalid, HasSubstr("not an event trace of Windows")));
}

TEST(LoadTest, UnknownContentsNameWhatWasTried) {
  EXPECT_THAT(Open({ScratchFile("poem.txt", "shall I compare thee\n")}),
              FailsWith(kInvalid, AllOf(HasSubstr("poem.txt"), HasSubstr("fio-iolog"),
                                        HasSubstr("blkreplay"), HasSubstr("--format"))));
}

TEST(LoadTest, AnArchiveIsToBeUnpacked) {
  EXPECT_THAT(Open({ScratchFile("trace.etl.zip", "PK\x03\x04 and so on")}),
              FailsWith(kInvalid, HasSubstr("unzip -p")));
}

TEST(LoadTest, AnArchiveIsNotReadAsTheTextInIt) {
  const std::string blkparse =
      "  8,0    1        1     0.000000000   100  Q   R 2048 + 8 [dd]\n"
      "  8,0    1        2     0.000001000   100  Q   R 2056 + 8 [dd]\n";
  ASSERT_THAT(Open({ScratchFile("events.txt", blkparse)}), IsOk());
  EXPECT_THAT(Open({ScratchFile("events.tar", Tar({{"events.txt", blkparse}}))}),
              FailsWith(kInvalid, HasSubstr("a tar archive, no trace; unpack the trace in it")));
  EXPECT_THAT(OpenTrace({ScratchFile("events.tar", Tar({{"events.txt", blkparse}}))}, "blkparse",
                        {}, nullptr),
              FailsWith(kInvalid, HasSubstr("a tar archive, no trace")))
      << "nor when a format is said";
}

TEST(LoadTest, TextThatIsEncodedOtherwiseIsToldAsSuch) {
  const std::string text = "fio version 3 iolog\n0 f read 0 512\n";
  std::string little = "\xff\xfe", big = "\xfe\xff", returns = text;
  for (char c : text) {
    little += {c, '\0'};
    big += {'\0', c};
  }
  std::replace(returns.begin(), returns.end(), '\n', '\r');
  for (const std::string& utf16 : {little, big})
    EXPECT_THAT(Open({ScratchFile("utf16", utf16)}), FailsWith(kInvalid, HasSubstr("iconv -f")));
  EXPECT_THAT(Open({ScratchFile("cr", returns)}),
              FailsWith(kInvalid, HasSubstr("tr '\\r' '\\n' < FILE")));
}

TEST(LoadTest, AFileThatIsNamedTwiceIsNotReadOnceInSilence) {
  const std::string path = ScratchFile("once.iolog", "fio version 3 iolog\n0 f read 0 512\n");
  EXPECT_THAT(Open({path, path}), FailsWith(kInvalid, HasSubstr("named twice; convert --merge")));
}

TEST(LoadTest, WhatIsNotThereIsNamed) {
  EXPECT_THAT(Open({"/nonexistent/x"}),
              FailsWith(absl::StatusCode::kNotFound, HasSubstr("/nonexistent/x")));
  EXPECT_FALSE(Open({ScratchPath("")}).ok()) << "a folder without a recording";
  EXPECT_THAT(Open({ScratchFile("empty.csv", "")}), FailsWith(kInvalid, HasSubstr("empty")));
}

TEST(LoadTest, FromForcesAFormatAndKnowsTheNames) {
  const std::string path = ScratchFile("rows", "0, 0, 512\n");
  EXPECT_THAT(Open({path}, "fio-iolog"), IsOk());
  EXPECT_THAT(Open({path}, "fio"),
              FailsWith(kInvalid, AllOf(HasSubstr("--format fio"), HasSubstr("fio-iolog"))));
}

TEST(LoadTest, FilesOfOneTraceHaveOneFormat) {
  const std::string one = ScratchFile("one", "fio version 3 iolog\n0 f read 0 512\n");
  const std::string other = ScratchFile("other", "start ; sector; length ; op\n0.0 ; 8 ; 8 ; R\n");
  EXPECT_THAT(Open({one, other}), FailsWith(kInvalid, HasSubstr("one format")));
  EXPECT_THAT(Open({one, ScratchFile("two", "fio version 3 iolog\n0 f read 0 512\n")}),
              FailsWith(kInvalid, HasSubstr("one file a trace")));
}

TEST(LoadTest, WritersAreToldByExtension) {
  EXPECT_THAT(OpenTraceWriter(ScratchPath("x.unknown"), "", {}).status(),
              FailsWith(kInvalid, HasSubstr("--output-format")));
  EXPECT_THAT(OpenTraceWriter(ScratchPath("x"), "blkreplay", {}).status(),
              FailsWith(absl::StatusCode::kUnimplemented, HasSubstr("does not write")));
  EXPECT_THAT(OpenTraceWriter("/dev/null", "blkreplay", {}).status(),
              FailsWith(absl::StatusCode::kFailedPrecondition, HasSubstr("regular file")));
}

}  // namespace
}  // namespace ioreel
