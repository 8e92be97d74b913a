#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/container_files.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

TEST(ReplayLimitsTest, ADepthThatTheKernelCannotTakeFailsBeforeTheFileIsMade) {
  const std::string trace =
      ScratchFile("two.csv", "t_ns,op,offset_bytes,len_bytes\n0,R,0,4096\n1000,R,4096,4096\n");
  const std::string target = FreshPath("target");
  for (const auto& [engine, depth] : {std::pair<std::string, std::string>("io_uring", "40000"),
                                      {"libaio", "2000000000"},
                                      {"null", "2000000000"},
                                      {"auto", "131073"}}) {
    for (const bool dry : {false, true}) {
      std::vector<std::string> arguments = {"replay", trace,      "--target", target,    "--create",
                                            "auto",   "--engine", engine,     "--depth", depth};
      if (dry) arguments.push_back("--dry-run");
      const ProgramRun run = RunIoreel(arguments);
      EXPECT_EQ(run.code, 1) << engine;
      EXPECT_THAT(run.err, MatchesRegex("ioreel replay: --depth " + depth + ": [^\n]+\n"));
      EXPECT_FALSE(std::filesystem::exists(target));
    }
  }
}

}  // namespace
}  // namespace ioreel
