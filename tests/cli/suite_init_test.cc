#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "formats/digest.h"
#include "tests/support/matchers.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"
#include "tests/support/sim_suite.h"
#include "traces/suite.h"

namespace ioreel {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class SuiteInitTest : public testing::Test {
 protected:
  void SetUp() override { fs::remove_all(folder_); }
  ProgramRun Init(const std::vector<std::string>& traces) const {
    std::vector<std::string> words = {"suite", "init", folder_};
    words.insert(words.end(), traces.begin(), traces.end());
    return RunIoreel(words);
  }

  const std::string folder_ = ScratchPath("suite-init");
  const std::string suite_ = folder_ + "/suite.toml";
  const std::string edit_ = SmallTrace("edit.csv", 10), build_ = SmallTrace("build.csv", 20);
};

TEST_F(SuiteInitTest, TracesOfElsewhereAreCopied) {
  const ProgramRun run = Init({edit_, "make-j8=" + build_, "--quick", "edit", "--name", "mine"});
  EXPECT_EQ(run.code, 0) << run.err;
  const auto suite = ReadSuite(suite_);
  ASSERT_THAT(suite, IsOk());
  EXPECT_EQ(suite->identity, (SuiteIdentity{"mine", 1}));
  ASSERT_EQ(suite->traces.size(), 2);
  EXPECT_EQ(suite->traces[1].name, "make-j8");
  EXPECT_EQ(suite->traces[1].path, "make-j8/trace.csv");
  EXPECT_EQ(suite->traces[1].digest, *FileDigest(build_));
  EXPECT_THAT(suite->quick, ElementsAre("edit"));
  EXPECT_THAT(CheckUnchanged(suite_, suite->traces[0]), IsOk());
  EXPECT_TRUE(fs::exists(edit_)) << "it is copied, not moved";
}

TEST_F(SuiteInitTest, TracesOfTheFolderStay) {
  fs::create_directories(folder_ + "/edit");
  fs::copy_file(edit_, folder_ + "/edit/trace.csv");
  ASSERT_THAT(WriteFile(folder_ + "/edit/README.md", "# edit\n\nEdits a text.\nMore.\n"), IsOk());
  const ProgramRun run = Init({folder_ + "/edit/trace.csv"});
  EXPECT_EQ(run.code, 0) << run.err;
  const auto suite = ReadSuite(suite_);
  ASSERT_THAT(suite, IsOk());
  EXPECT_EQ(suite->identity.name, "suite-init");
  EXPECT_EQ(suite->traces[0].name, "edit") << "of trace.csv the folder's name";
  EXPECT_EQ(suite->traces[0].path, "edit/trace.csv");
  EXPECT_EQ(suite->traces[0].about, "Edits a text.");
}

TEST_F(SuiteInitTest, WhatCannotBeASuiteMakesNothing) {
  const auto refused = [this](const std::vector<std::string>& traces, int code,
                              const std::string& why) {
    const ProgramRun run = Init(traces);
    EXPECT_EQ(run.code, code) << run.err;
    EXPECT_THAT(run.err, HasSubstr(why));
    EXPECT_FALSE(fs::exists(folder_));
  };
  refused({edit_, "edit=" + build_}, 2, "there is a trace edit already");
  refused({edit_, "again=" + edit_}, 2, "again is the same trace as edit");
  refused({edit_, "--quick", "play"}, 2, "no trace is called 'play'");
  refused({"a/b=" + edit_}, 2, "a trace cannot be called 'a/b'");
  refused({ScratchPath("gone.csv")}, 1, "gone.csv is no file");
  refused({ScratchFile("no-trace.csv", "hello")}, 1, "no-trace.csv");
}

TEST_F(SuiteInitTest, ASuiteIsNotWrittenOver) {
  EXPECT_EQ(Init({edit_}).code, 0);
  const ProgramRun again = Init({build_});
  EXPECT_EQ(again.code, 1);
  EXPECT_THAT(again.err, HasSubstr("suite.toml is there already"));
  EXPECT_EQ(ReadSuite(suite_)->traces[0].name, "edit");
}

}  // namespace
}  // namespace ioreel
