#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string SmallTrace() {
  return ScratchFile(
      "small.csv", "time[ns],op,offset[B],length[B]\n0,read,0,4096\n1500000000,write,8192,8192\n");
}

/// What a replay prints to a terminal, with these variables set.
std::string ReplayOnATerminal(const std::string& variables) {
  const std::string replay =
      absl::StrCat(IoreelPath(), " replay ", SmallTrace(), " --target ",
                   FreshScratchPath("target.img"), " --create auto --engine null --mode afap");
  return RunProgram({"sh", "-c", absl::StrCat(variables, " script -qec '", replay, "' /dev/null")})
      .out;
}

TEST(LooksTest, RawNumbersAreExact) {
  const std::string trace = SmallTrace();
  EXPECT_THAT(RunIoreel({"info", trace}).out, HasSubstr("4 KiB"));
  const std::string raw = RunIoreel({"info", "--raw", trace}).out;
  EXPECT_THAT(raw, HasSubstr("4096 B"));
  EXPECT_THAT(raw, Not(HasSubstr("KiB")));
}

TEST(LooksTest, ColourIsForTerminals) {
  EXPECT_THAT(ReplayOnATerminal("TERM=xterm NO_COLOR="), HasSubstr("\x1b[1;32mvalid:\x1b[0m"));
  for (const char* plain : {"TERM=dumb", "TERM=xterm NO_COLOR=1"}) {
    const std::string out = ReplayOnATerminal(plain);
    EXPECT_THAT(out, HasSubstr("valid:"));
    EXPECT_THAT(out, Not(HasSubstr("\x1b[1;32m"))) << "progress may still erase its line";
  }
}

}  // namespace
}  // namespace ioreel
