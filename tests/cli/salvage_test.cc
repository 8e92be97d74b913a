#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "tests/support/container_files.h"
#include "tests/support/matchers.h"
#include "tests/support/random_trace.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(SalvageCommandTest, AnUnfinishedRecordingBecomesTheTraceItWasToBe) {
  const std::string partial = WriteContainer(RandomTrace({.chunks = 4}), /*finish=*/false);
  const std::string bytes = *ReadFile(partial);
  const std::string out = ScratchPath("app.ioreel");
  ASSERT_THAT(WriteFile(out + ".partial", bytes), IsOk());
  const ProgramRun run = RunIoreel({"salvage", out + ".partial", "-o", out});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("marked as tainted"), HasSubstr("left as it is")));
  EXPECT_EQ(*ReadFile(out + ".partial"), bytes);
  EXPECT_FALSE(std::filesystem::exists(out + ".partial.salvage"));
  EXPECT_EQ(RunIoreel({"info", out}).code, 0);
  std::filesystem::remove(out + ".partial");
}

TEST(SalvageCommandTest, AnotherUnfinishedRecordingIsNotOverwritten) {
  const std::string partial = WriteContainer(RandomTrace({.chunks = 2}), /*finish=*/false);
  const std::string other = ScratchFile("other.ioreel.partial", "of another recording");
  const ProgramRun run = RunIoreel({"salvage", partial, "-o", ScratchPath("other.ioreel")});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, HasSubstr("other.ioreel.partial: exists"));
  EXPECT_EQ(*ReadFile(other), "of another recording");
  std::filesystem::remove(other);
}

TEST(SalvageCommandTest, OnlyAnIoreelTraceIsWritten) {
  const std::string partial = WriteContainer(RandomTrace({.chunks = 2}), /*finish=*/false);
  for (const char* name : {"saved.csv", "saved", "saved.partial"}) {
    const ProgramRun run = RunIoreel({"salvage", partial, "-o", ScratchPath(name)});
    EXPECT_EQ(run.code, 2) << name;
    EXPECT_THAT(run.err, AllOf(HasSubstr(name), HasSubstr("saved.ioreel")));
    EXPECT_FALSE(std::filesystem::exists(ScratchPath(name)));
  }
}

TEST(SalvageCommandTest, CompressedFilesAreReadAlsoWhenCut) {
  const std::string whole = WriteContainer(RandomTrace({.chunks = 40, .rows_per_chunk = 4000}));
  const std::string packed = ScratchPath("packed.ioreel.gz");
  ASSERT_EQ(std::system(absl::StrCat("gzip -c ", whole, " > ", packed).c_str()), 0);
  const std::string out = ScratchPath("unpacked.ioreel");
  const ProgramRun run = RunIoreel({"salvage", packed, "-o", out});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("nothing was lost"));

  std::string bytes = *ReadFile(packed);
  bytes.resize(bytes.size() / 2);
  ASSERT_THAT(WriteFile(packed, bytes), IsOk());
  const ProgramRun cut = RunIoreel({"salvage", packed, "-o", out});
  EXPECT_EQ(cut.code, 0) << cut.err;
  EXPECT_THAT(cut.out, AllOf(HasSubstr("cut or damaged"), HasSubstr("marked as tainted")));
}

TEST(SalvageCommandTest, AFullDiskLeavesNothingBehind) {
  const std::string whole = WriteContainer(RandomTrace({.chunks = 40, .rows_per_chunk = 4000}));
  const std::string out = ScratchPath("full.ioreel");
  const std::string command = absl::StrCat("ulimit -f 8; trap '' XFSZ; ", IoreelPath(), " salvage ",
                                           whole, " -o ", out, " 2>", out, ".err");
  EXPECT_NE(std::system(absl::StrCat("bash -c \"", command, "\"").c_str()), 0);
  EXPECT_THAT(*ReadFile(out + ".err"), HasSubstr("full.ioreel.partial"));
  EXPECT_FALSE(std::filesystem::exists(out + ".partial"));
  EXPECT_FALSE(std::filesystem::exists(out));
}

}  // namespace
}  // namespace ioreel
