#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/run_ioreel.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;

std::string UsageErrorOf(const std::vector<std::string>& arguments) {
  const ProgramRun run = RunIoreel(arguments);
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.out, "");
  return run.err;
}

TEST(UsageTest, WhatIsUnknownIsNamed) {
  EXPECT_EQ(UsageErrorOf({"frob"}), "ioreel: no command is called frob; see ioreel --help\n");
  EXPECT_EQ(UsageErrorOf({"--frobnicate"}),
            "ioreel: no option is called --frobnicate; see ioreel --help\n");
  EXPECT_EQ(UsageErrorOf({"replay", "--frobnicate"}),
            "ioreel replay: no option is called --frobnicate; see ioreel replay --help\n");
  EXPECT_EQ(UsageErrorOf({"info", "a", "-q"}),
            "ioreel info: no option is called -q; see ioreel info --help\n");
  EXPECT_EQ(UsageErrorOf({"doctor", "now"}),
            "ioreel doctor: nothing is to be done with 'now'; see ioreel doctor --help\n");
}

TEST(UsageTest, WhatIsMissingOrWrongIsOneLine) {
  EXPECT_EQ(UsageErrorOf({}), "ioreel: A subcommand is required; see ioreel --help\n");
  EXPECT_EQ(UsageErrorOf({"score"}),
            "ioreel score: result.json is required; see ioreel score --help\n");
  EXPECT_THAT(UsageErrorOf({"replay", "t", "--depth", "many"}), HasSubstr("--depth = many"));
}

TEST(UsageTest, HelpListsTheExitCodes) {
  for (const char* command : {"baseline", "compare", "convert", "gate", "info", "doctor", "record",
                              "replay", "salvage", "score", ""}) {
    std::vector<std::string> arguments = {command, "--help"};
    if (*command == '\0') arguments.erase(arguments.begin());
    const ProgramRun run = RunIoreel(arguments);
    EXPECT_EQ(run.code, 0);
    EXPECT_THAT(run.out, HasSubstr("Exit codes: 0 fine; 1 failed; 2 wrong usage; 3 "));
  }
}

}  // namespace
}  // namespace ioreel
