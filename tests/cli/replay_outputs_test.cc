#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "tests/support/matchers.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;

constexpr char kTrace[] =
    "queue_ns,issue_ns,complete_ns,op,offset_bytes,length_bytes,device,pid,tid,process,class,flags,"
    "error,request\n"
    "0,,200000,read,0,4096,sdz,7,7,app,other,,0,\n"
    "1000000,,1200000,write,8192,4096,sdz,7,7,app,other,,0,\n";

/// Replays onto a new file; says what became of that.
class ReplayOutputsTest : public ::testing::Test {
 protected:
  void ExpectRefused(const std::vector<std::string>& outputs, const std::string& why) {
    std::vector<std::string> arguments = {"replay", trace_,     "--target",
                                          target_,  "--create", "auto"};
    arguments.insert(arguments.end(), outputs.begin(), outputs.end());
    const ProgramRun run = RunIoreel(arguments);
    EXPECT_EQ(run.code, 2) << run.out << run.err;
    EXPECT_THAT(run.err, HasSubstr(why));
    EXPECT_FALSE(std::filesystem::exists(target_)) << "nothing is done before";
    EXPECT_EQ(*ReadFile(trace_), kTrace);
  }

  const std::string trace_ = ScratchFile("outputs.csv", kTrace);
  const std::string target_ = FreshScratchPath("outputs_target");
};

TEST_F(ReplayOutputsTest, TheTraceIsNeverReplaced) {
  ExpectRefused({"-o", trace_}, "would replace the trace");
  ExpectRefused({"--samples", trace_}, "would replace the trace");
  const std::string link = FreshScratchPath("outputs_link.csv");
  std::filesystem::create_symlink(trace_, link);
  ExpectRefused({"-o", link}, "outputs_link.csv would replace the trace");
  std::filesystem::remove(link);
  std::filesystem::create_hard_link(trace_, link);
  ExpectRefused({"--samples", link}, "would replace the trace");
  std::filesystem::remove(link);
}

TEST_F(ReplayOutputsTest, TheTraceIsNoTarget) {
  const std::string link = FreshScratchPath("outputs_link.csv");
  std::filesystem::create_symlink(trace_, link);
  for (const std::string& target : {trace_, link}) {
    const ProgramRun run = RunIoreel({"replay", trace_, "--target", target, "--overwrite", target});
    EXPECT_EQ(run.code, 2);
    EXPECT_THAT(run.err, HasSubstr(target + " is the trace ("));
  }
  EXPECT_EQ(*ReadFile(trace_), kTrace);
  std::filesystem::remove(link);
}

TEST_F(ReplayOutputsTest, TheTargetIsNeverReplaced) {
  const std::filesystem::path target = target_;
  ExpectRefused({"-o", target_}, "would replace the target");
  ExpectRefused({"--samples", target.parent_path() / "." / target.filename()},
                "would replace the target");
  ExpectRefused({"-o", target.parent_path() / "." / target.filename()}, "would replace the target");
}

TEST_F(ReplayOutputsTest, AFileThatIsMadeOnTheWayCountsToo) {
  const ProgramRun run = RunIoreel(
      {"replay", trace_, "--target", target_ + ".partial", "--create", "auto", "-o", target_});
  EXPECT_EQ(run.code, 2) << run.err;
  EXPECT_THAT(run.err, HasSubstr("would replace the target"));
}

TEST_F(ReplayOutputsTest, ResultAndSamplesAreTwoFiles) {
  const std::string same = FreshScratchPath("same.csv");
  ExpectRefused({"-o", same, "--samples", same}, "would replace -o");
  const std::string second = FreshScratchPath("same.2.csv");
  ExpectRefused({"-o", second, "--samples", same, "--repeat", "2"}, "same.2.csv would replace -o");
}

TEST_F(ReplayOutputsTest, TheResultIsAFile) { ExpectRefused({"-o", "-"}, "-o takes a file"); }

TEST_F(ReplayOutputsTest, WhatCannotBeWrittenIsKnownBeforeTheReplay) {
  for (const std::vector<std::string>& output :
       {std::vector<std::string>{"-o", "/no/such/folder/result.json"},
        std::vector<std::string>{"--samples", ScratchPath("x.unknown")}}) {
    const ProgramRun run = RunIoreel(
        {"replay", trace_, "--target", target_, "--create", "auto", output[0], output[1]});
    EXPECT_EQ(run.code, 1);
    EXPECT_THAT(run.err, HasSubstr(std::filesystem::path(output[1]).parent_path().string()));
    EXPECT_FALSE(std::filesystem::exists(target_)) << "made for nothing, so removed";
  }
}

TEST_F(ReplayOutputsTest, FilesOfTheirOwnAreWritten) {
  const std::string out = FreshScratchPath("apart.json"), samples = FreshScratchPath("apart.csv");
  const ProgramRun run = RunIoreel({"replay", trace_, "--target", target_, "--create", "auto",
                                    "--mode", "afap", "-o", out, "--samples", samples});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(std::filesystem::exists(out));
  EXPECT_TRUE(std::filesystem::exists(samples));
}

/// Due at once, all would wait for each other, and be in flight together.
TEST_F(ReplayOutputsTest, AsFastAsPossibleAnIoIsDueWhenItIsSubmitted) {
  const std::string samples = FreshScratchPath("afap.ioreel");
  const ProgramRun run = RunIoreel({"replay", trace_, "--target", "sim:1g", "--mode", "afap",
                                    "--depth", "1", "--samples", samples});
  ASSERT_EQ(run.code, 0) << run.err;
  const ProgramRun analyzed = RunIoreel({"analyze", "--level", "queue", "--json", samples});
  ASSERT_EQ(analyzed.code, 0) << analyzed.err;
  const auto found = nlohmann::json::parse(analyzed.out);
  EXPECT_EQ(found["times"]["q2d"]["with_bytes"]["max_ns"], 0);
  EXPECT_EQ(found["depth"]["max"], 1);
}

}  // namespace
}  // namespace ioreel
