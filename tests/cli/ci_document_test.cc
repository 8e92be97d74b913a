// The commands of docs/ci.md, as they are written there.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "tests/support/matchers.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"
#include "tests/support/shared_files.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr char kQuick[] = "sim:2g:read=80us:write=60us";
constexpr char kAlike[] = "sim:2g:write=60us:read=80us";
constexpr char kSlow[] = "sim:2g:read=2ms:write=1ms";

class CiDocumentTest : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_ + "/traces");
    std::filesystem::create_directories(folder_ + "/bin");
    const ProgramRun begin = RunIoreel({"convert", ProjectFile("traces/demo/trace.ioreel"), "--to",
                                        "4s", "-o", folder_ + "/traces/app.ioreel"});
    EXPECT_EQ(begin.code, 0) << begin.err;
    std::filesystem::create_symlink(IoreelPath(), folder_ + "/bin/ioreel");
    EXPECT_THAT(WriteFile(folder_ + "/gate.toml", Block("toml", 0)), IsOk());
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  static std::string Block(const std::string& language, int number) {
    const ProgramRun run = RunProgram({"python3", ProjectFile("tests/support/ci_document.py"),
                                       language, ProjectFile("docs/ci.md"), absl::StrCat(number)});
    EXPECT_EQ(run.code, 0) << run.err;
    return run.out;
  }

  /// In the folder, as a runner does it.
  ProgramRun Shell(const std::string& commands) const {
    return RunProgram({"env", "-C", folder_, absl::StrCat("PATH=", folder_, "/bin:/usr/bin:/bin"),
                       absl::StrCat("OLD_DRIVE=", kQuick), absl::StrCat("NEW_DRIVE=", new_drive_),
                       absl::StrCat("DRIVE=", drive_), "GITHUB_RUN_ID=7",
                       "GITHUB_STEP_SUMMARY=summary.md", "bash", "-eo", "pipefail", "-c",
                       commands});
  }
  std::string Contents(const std::string& name) const {
    const absl::StatusOr<std::string> text = ReadFile(folder_ + "/" + name);
    EXPECT_THAT(text, IsOk());
    return text.value_or("");
  }

  const std::string folder_ = testing::TempDir() + "/ci_document_test";
  std::string new_drive_ = kAlike, drive_ = kQuick;
};

TEST_F(CiDocumentTest, TheSessionOfTwoTargets) {
  const ProgramRun session = Shell(Block("sh", 0));
  EXPECT_EQ(session.code, 0) << session.err;
  EXPECT_THAT(session.out, HasSubstr("\nPASS: "));
  const ProgramRun again = Shell(Block("sh", 1));
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_THAT(again.out, HasSubstr("policy     gate.toml; 8 pairs, look 1 of 3, alpha 0.01667"));
  EXPECT_EQ(Shell(Block("sh", 0)).code, 1) << "it keeps what is there";
}

TEST_F(CiDocumentTest, ASlowerTargetFailsIt) {
  new_drive_ = kSlow;
  const ProgramRun session = Shell(Block("sh", 0));
  EXPECT_EQ(session.code, 3) << session.err;
  EXPECT_THAT(session.out, HasSubstr("\nREGRESSION: "));
}

TEST_F(CiDocumentTest, AMachineAgainstItsPast) {
  const ProgramRun pinned = Shell(Block("sh", 2));
  EXPECT_EQ(pinned.code, 0) << pinned.err;
  EXPECT_THAT(pinned.out, HasSubstr("1 added to pinned, which holds 1 result\n"));
  const ProgramRun judged = Shell(Block("sh", 3));
  EXPECT_EQ(judged.code, 0) << judged.err << judged.out;
  EXPECT_THAT(judged.out, AllOf(HasSubstr("\nPASS: "), HasSubstr("which holds 2 results\n"),
                                HasSubstr("0 of 2 removed\n")));
}

TEST_F(CiDocumentTest, TheWorkflowOfGithub) {
  const ProgramRun pass = Shell(Block("yaml", 0));
  EXPECT_EQ(pass.code, 0) << pass.err;
  EXPECT_THAT(pass.out, StartsWith("::notice title=ioreel gate%3A pass::"));
  EXPECT_THAT(Contents("summary.md"), StartsWith("### ioreel gate: pass\n"));
  EXPECT_THAT(Contents("gate.xml"), HasSubstr("failures=\"0\" errors=\"0\""));
  EXPECT_TRUE(std::filesystem::exists(folder_ + "/session-7/base/008-app.json"));
  std::filesystem::remove_all(folder_ + "/session-7");
  new_drive_ = kSlow;
  const ProgramRun fail = Shell(Block("yaml", 0));
  EXPECT_EQ(fail.code, 3) << fail.err;
  EXPECT_THAT(fail.out, StartsWith("::error title=ioreel gate%3A regression::"));
  EXPECT_THAT(Contents("gate.md"), StartsWith("### ioreel gate: regression\n"));
}

TEST_F(CiDocumentTest, TheJobOfGitlab) {
  const std::string script = Block("yaml", 1);
  const ProgramRun first = Shell(script);
  EXPECT_EQ(first.code, 0) << first.err << first.out;
  EXPECT_FALSE(std::filesystem::exists(folder_ + "/gate.xml")) << "nothing was pinned yet";
  const ProgramRun second = Shell(script);
  EXPECT_EQ(second.code, 0) << second.err << second.out;
  EXPECT_THAT(Contents("gate.xml"), HasSubstr("failures=\"0\" errors=\"0\""));
  EXPECT_THAT(Contents("gate.md"), StartsWith("### ioreel gate: pass\n"));
}

TEST_F(CiDocumentTest, ThePolicyIsUnderstood) {
  EXPECT_EQ(Shell("ioreel gate --policy gate.toml --print-policy > again.toml").code, 0);
  EXPECT_EQ(Shell("ioreel gate --policy again.toml --print-policy | cmp - again.toml").code, 0);
}

}  // namespace
}  // namespace ioreel
