#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/registry.h"
#include "replay/target_registry.h"
#include "tests/support/run_ioreel.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;

TEST(ListCommandTest, EveryFormatSaysWhatItIsAndCarries) {
  const ProgramRun run = RunIoreel({"list", "formats"});
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.err, "");
  for (const Format* format : AllFormats()) {
    EXPECT_THAT(run.out, HasSubstr(std::string(format->name()) +
                                   (format->CanRead() ? " (reads" : " (writes")));
    EXPECT_THAT(run.out, HasSubstr("carries " + std::string(format->carries()) + "\n"));
  }
  EXPECT_THAT(run.out, HasSubstr("fio-iolog (reads, writes .iolog): "));
}

TEST(ListCommandTest, EveryKindOfTargetShowsHowItIsWritten) {
  const ProgramRun run = RunIoreel({"list", "targets"});
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.err, "");
  for (const TargetKind* kind : AllTargetKinds()) {
    EXPECT_THAT(run.out, HasSubstr(std::string(kind->usage()) + "\n    " +
                                   std::string(kind->description()) + "\n"));
  }
}

TEST(ListCommandTest, SimulatedDrivesAreListedByTheNamesThatTargetsTake) {
  const ProgramRun run = RunIoreel({"list", "drives"});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, HasSubstr("intel-520-240: Intel SSD 520 240 GB, 224 GiB\n"));
  EXPECT_THAT(run.out, HasSubstr("cheetah-15k7: Seagate Cheetah 15K.7 300 GB"));
}

TEST(ListCommandTest, OtherThingsAreNotListed) {
  const ProgramRun run = RunIoreel({"list", "planets"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("planets not in {formats,targets,patterns,sweeps,drives}"));
}

}  // namespace
}  // namespace ioreel
