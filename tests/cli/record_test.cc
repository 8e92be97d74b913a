#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// Each of these must be found before a device is looked at, let alone traced.
ProgramRun Record(std::vector<std::string> options) {
  options.insert(options.begin(), {"record", "-d", "no-such-device"});
  options.insert(options.end(), {"--", "true"});
  return RunIoreel(options);
}

TEST(RecordOptionsTest, AnOutputThatCannotBeIsNamed) {
  const ProgramRun folder = Record({"-o", "/nonexistent/x.ioreel"});
  EXPECT_EQ(folder.code, 1);
  EXPECT_THAT(folder.err, HasSubstr("cannot write /nonexistent/x.ioreel in the folder"));
  std::filesystem::create_directory(ScratchPath("taken.ioreel"));
  EXPECT_THAT(Record({"-o", ScratchPath("taken.ioreel")}).err, HasSubstr("is a directory"));
}

TEST(RecordOptionsTest, AnOutputOfAnotherFormatIsRefusedWithoutOptionsThatRecordLacks) {
  for (const char* name : {"x.csv", "x", "x.foo"}) {
    const ProgramRun run = Record({"-o", ScratchPath(name)});
    EXPECT_EQ(run.code, 2);
    EXPECT_THAT(run.err, AllOf(HasSubstr("app.ioreel"), HasSubstr("ioreel convert"),
                               Not(HasSubstr("--to")), Not(HasSubstr("--output-format"))));
  }
}

TEST(RecordOptionsTest, BuffersAndMasksOfNothingAreUsageErrors) {
  const std::string out = ScratchPath("x.ioreel");
  for (const char* size : {"0", "100", "4095"}) {
    const ProgramRun run = Record({"-o", out, "--buffer", size});
    EXPECT_EQ(run.code, 2) << size;
    EXPECT_THAT(run.err, HasSubstr("at least 4 KiB"));
  }
  for (const char* mask : {"", ",", "queues"}) {
    const ProgramRun run = Record({"-o", out, "--mask", mask});
    EXPECT_EQ(run.code, 2) << mask;
    EXPECT_THAT(run.err, AllOf(HasSubstr("--mask"), HasSubstr("queue, requeue")));
  }
}

}  // namespace
}  // namespace ioreel
