#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"

/// The options by which convert chooses and edits.

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string Trace() {
  return ScratchFile("edit.csv",
                     "queue_ns,op,offset_bytes,length_bytes,device\n"
                     "-2000000000,read,0,4096,sda\n-500000000,write,0,4096,sda\n"
                     "0,read,4096,4096,sda\n1000,discard,0,1048576,sdb\n");
}

ProgramRun Convert(std::vector<std::string> arguments) {
  std::vector<std::string> all = {"convert", "-o", ScratchPath("edited.csv")};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return RunIoreel(all);
}

void ExpectUsageError(const std::vector<std::string>& arguments, const std::string& why) {
  const ProgramRun run = Convert(arguments);
  EXPECT_EQ(run.code, 2) << run.err;
  EXPECT_THAT(run.err, AllOf(StartsWith("ioreel convert: "), HasSubstr(why)));
  EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
}

TEST(EditOptionsTest, TimesMayBeNegative) {
  EXPECT_THAT(Convert({Trace(), "--from=-1s"}).out, HasSubstr("3 queued I/Os"));
  EXPECT_THAT(Convert({Trace(), "--from", "-1s", "--to", "-1ms"}).out, HasSubstr("1 queued I/O,"));
  EXPECT_THAT(Convert({"--merge", Trace() + ",start=-1s", "--to=-1s"}).out,
              HasSubstr("2 queued I/Os"));
}

TEST(EditOptionsTest, OpsAreNamedOnceOrOften) {
  EXPECT_THAT(Convert({Trace(), "--op", "read", "--op", "write"}).out, HasSubstr("3 queued I/Os"));
  ExpectUsageError({Trace(), "--op", ","}, "--op ,: '' is none of read, write");
  ExpectUsageError({Trace(), "--op", ""}, "'' is none of");
  ExpectUsageError({Trace(), "--op", "read,"}, "'' is none of");
}

TEST(EditOptionsTest, PiecesAreOfWholeBytes) {
  ExpectUsageError({Trace(), "--split", "1.5"}, "'1.5' is no whole number of bytes");
  EXPECT_THAT(Convert({Trace(), "--split", "0.5k"}).out, HasSubstr("2,072 queued I/Os"));
}

TEST(EditOptionsTest, WhatIsNamedTwiceIsMergedTwice) {
  const std::string trace = Trace();
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{trace, "--merge", trace},
        {"--merge", trace, "--merge", trace},
        {"--merge", trace + ",repeat=2"}}) {
    const ProgramRun run = Convert(arguments);
    EXPECT_THAT(run.out, HasSubstr("8 queued I/Os, 0 requests, 2 devices")) << run.err;
  }
}

TEST(EditOptionsTest, AMergeThatCannotBeSaysWhy) {
  ExpectUsageError({Trace(), "--merge", "b.csv,start=1s,start=2s"}, "start= twice");
  ExpectUsageError({Trace(), "--merge", "b.csv,repeat=0"}, "'0' is not a number of passes");
  ExpectUsageError({Trace(), "--merge", ",repeat=2"}, "names no file");
  ExpectUsageError({"--merge", "-,repeat=2"}, "standard input can be read only once");
  ExpectUsageError({"-", "--merge", "-"}, "standard input can be read only once");
}

TEST(EditOptionsTest, NothingLeftOfAMerge) {
  const ProgramRun run = Convert({"--merge", Trace(), "--op", "flush"});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, HasSubstr("the merged trace: no I/O is left by what was asked"));
}

/// A few I/Os that become millions of pieces are not held at once.
TEST(EditOptionsTest, SplittingTakesConstantMemory) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "memory is not measured under sanitizers";
#endif
  std::string text = "queue_ns,op,offset_bytes,length_bytes\n";
  for (int i = 0; i < 200; ++i) absl::StrAppend(&text, i, ",discard,0,16777216\n");
  const ProgramRun run = RunIoreel({"convert", ScratchFile("discards.csv", text), "-o",
                                    ScratchPath("pieces.ioreel"), "--split", "512"});
  EXPECT_THAT(run.out, HasSubstr("6,553,600 queued I/Os")) << run.err;
  EXPECT_LT(run.max_rss_kib, 150 << 10);
}

/// Nor are rows that stand the wrong way round.
TEST(EditOptionsTest, SortingTakesConstantMemory) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "memory is not measured under sanitizers";
#endif
  constexpr int kRows = 1'500'000;
  std::string text = "queue_ns,op,offset_bytes,length_bytes\n";
  for (int i = kRows; i > 0; --i) absl::StrAppend(&text, i, ",read,0,512\n");
  const std::string csv = ScratchFile("backwards.csv", text);
  text = std::string();
  const ProgramRun run =
      RunIoreel({"convert", csv, "-o", ScratchPath("sorted.ioreel"), "--time-order", "sort"});
  EXPECT_THAT(run.out, HasSubstr("1,500,000 queued I/Os")) << run.err;
  EXPECT_THAT(run.err, HasSubstr("line 3: time goes backwards here; sorted (time_inversion, "
                                 "1,499,999 times)"));
  EXPECT_LT(run.max_rss_kib, 150 << 10);
}

}  // namespace
}  // namespace ioreel
