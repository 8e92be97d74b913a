#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "tests/support/container_files.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"

/// Folders that are full, or going to be.

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

namespace fs = std::filesystem;

std::string FreshFolder(const std::string& name) {
  const std::string folder = FreshPath(name);
  fs::create_directory(folder);
  return folder;
}

/// Rows of a table whose times go backwards.
std::string UnorderedTable(int rows) {
  const std::string path = FreshPath("unordered.csv");
  std::ofstream file(path);
  file << "queue_ns,op,offset_bytes,length_bytes\n";
  for (int i = 0; i < rows; ++i) file << rows - i << ",read," << i * 4096LL << ",4096\n";
  return path;
}

ProgramRun ConvertWithSmallFiles(const std::string& how, const std::string& folder) {
  return RunProgram({"bash", "-c",
                     absl::StrCat("ulimit -f 64; trap '' XFSZ; export TMPDIR=", folder, "; ", how,
                                  " -o ", folder, "/out.csv")});
}

TEST(ConvertRoomTest, AFullFolderForTemporaryFilesIsNamed) {
  const std::string folder = FreshFolder("small"), table = UnorderedTable(300'000);
  const ProgramRun pipe =
      ConvertWithSmallFiles(absl::StrCat("cat ", table, " | ", IoreelPath(), " convert -"), folder);
  EXPECT_EQ(pipe.code, 1);
  EXPECT_THAT(pipe.err, HasSubstr(absl::StrCat("standard input: the temporary file in ", folder,
                                               ": write at byte 65536: File too large; set TMPDIR "
                                               "to a folder with room for it")));
  const ProgramRun sort = ConvertWithSmallFiles(
      absl::StrCat(IoreelPath(), " convert --time-order sort ", table), folder);
  EXPECT_EQ(sort.code, 1);
  EXPECT_THAT(sort.err, HasSubstr(absl::StrCat("the temporary file in ", folder)));
  EXPECT_TRUE(fs::is_empty(folder));

  const ProgramRun nowhere = RunProgram(
      {"bash", "-c", absl::StrCat("cat ", table, " | TMPDIR=/no/such ", IoreelPath(), " info -")});
  EXPECT_THAT(nowhere.err, AllOf(HasSubstr("cannot make a temporary file in /no/such"),
                                 HasSubstr("set TMPDIR")));
}

std::string SmallTrace() {
  return ScratchFile("small.csv", "time_us,op,offset,length\n0,R,0,4096\n7,W,8192,512\n");
}

TEST(ConvertRoomTest, AMergeThatCannotFitIsRefusedBeforeItIsWritten) {
  const std::string folder = FreshFolder("merged"), trace = UnorderedTable(20'000);
  for (const char* name : {"x.ioreel", "x.csv", "x.blktrace.0", "x.parquet"}) {
    const ProgramRun run =
        RunIoreel({"convert", "--time-order", "sort", "--merge", trace + ",repeat=2000000000", "-o",
                   absl::StrCat(folder, "/", name)});
    EXPECT_EQ(run.code, 1) << name;
    EXPECT_THAT(run.err, AllOf(HasSubstr("about 40,000,000,000,000 rows"),
                               HasSubstr("there is room for"), HasSubstr("repeat less often")))
        << name;
    EXPECT_TRUE(fs::is_empty(folder)) << name;
  }
}

TEST(ConvertRoomTest, WhatAMergeIsGoingToHaveIsTold) {
  const std::string trace = SmallTrace(), out = FreshPath("twenty.csv");
  const ProgramRun run = RunIoreel({"convert", trace, "--merge", trace + ",repeat=20", "-o", out});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("the merge is going to have about 42 rows and "));
  const ProgramRun one = RunIoreel({"convert", trace, "--merge", trace, "-o", out});
  EXPECT_THAT(one.err, Not(HasSubstr("going to")));
  const ProgramRun begin =
      RunIoreel({"convert", trace, "--merge", trace + ",repeat=20", "--to", "1ms", "-o", out});
  EXPECT_THAT(begin.err, Not(HasSubstr("going to"))) << "not all of it is written";
}

/// A small trace that is repeated takes less a row than its first pass does.
TEST(ConvertRoomTest, TheEstimateIsNearWhatIsWritten) {
  const std::string trace = SmallTrace(), out = FreshPath("near.csv"),
                    small = FreshPath("near.ioreel");
  const ProgramRun csv = RunIoreel({"convert", "--merge", trace + ",repeat=4000", "-o", out});
  EXPECT_EQ(csv.code, 0) << csv.err;
  const ProgramRun run = RunIoreel({"convert", "--merge", out + ",repeat=16", "-o", small});
  EXPECT_EQ(run.code, 0) << run.err;
  double told_kib = 0;
  const char kHead[] = "about 128,000 rows and ";
  ASSERT_THAT(run.err, HasSubstr(kHead));
  ASSERT_EQ(
      std::sscanf(run.err.c_str() + run.err.find(kHead) + sizeof(kHead) - 1, "%lf KiB", &told_kib),
      1);
  const double written_kib = static_cast<double>(fs::file_size(small)) / 1024;
  EXPECT_LT(told_kib, written_kib * 4) << run.err;
  EXPECT_GT(told_kib, written_kib / 4) << run.err;
}

TEST(ConvertRoomTest, EveryPartIsCounted) {
  const std::string trace = SmallTrace(), out = FreshPath("parts.csv");
  const ProgramRun run = RunIoreel({"convert", trace, "--merge", trace + ",repeat=16", "--merge",
                                    trace + ",repeat=3", "-o", out});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("about 40 rows and "));
}

}  // namespace
}  // namespace ioreel
