#include "replay/safety/safety.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/matchers.h"
#include "tests/support/scratch.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr auto kRefused = absl::StatusCode::kPermissionDenied;

WriteStakes File(uint64_t size_bytes, ScratchMark mark) {
  return {.path = "/no/f",
          .path_text = "/no/f",
          .real_path = "/no/f",
          .mark = mark,
          .size_bytes = size_bytes};
}

WriteStakes Disk() {
  return {.path = "/no/sda",
          .path_text = "/no/sda",
          .real_path = "/no/sda",
          .is_block = true,
          .size_bytes = 4096};
}

TEST(SafetyTest, FilesThatIoreelMadeAndEmptyOnesAreWritten) {
  EXPECT_THAT(JudgeWrites(File(0, ScratchMark::kNone), {}), IsOk());
  EXPECT_THAT(JudgeWrites(File(1 << 20, ScratchMark::kIntact), {}), IsOk());
}

TEST(SafetyTest, AFileOfTheUsersNeedsItsNameInOverwrite) {
  EXPECT_THAT(
      JudgeWrites(File(1, ScratchMark::kNone), {}),
      FailsWith(kRefused, AllOf(HasSubstr("ioreel did not make"), HasSubstr("--overwrite /no/f"))));
  EXPECT_THAT(JudgeWrites(File(1, ScratchMark::kNone), {.allow_writes = true}),
              FailsWith(kRefused, HasSubstr("/no/f")));
  EXPECT_THAT(JudgeWrites(File(1, ScratchMark::kNone), {.overwrite = {"/no/g"}}),
              FailsWith(kRefused, HasSubstr("/no/f")));
  EXPECT_THAT(JudgeWrites(File(1, ScratchMark::kNone), {.overwrite = {"/no/g", "/no/f"}}), IsOk());
}

TEST(SafetyTest, AScratchFileThatChangedIsTheUsers) {
  const WriteStakes stakes = File(1 << 20, ScratchMark::kChanged);
  EXPECT_THAT(JudgeWrites(stakes, {}),
              FailsWith(kRefused, AllOf(HasSubstr("has changed since ioreel wrote it"),
                                        HasSubstr("--overwrite /no/f"))));
  EXPECT_THAT(JudgeWrites(stakes, {.overwrite = {"/no/f"}}), IsOk());
}

TEST(SafetyTest, AScratchFileThatSomeoneUsesOrFilledIsTheUsersAgain) {
  WriteStakes stakes = File(1 << 20, ScratchMark::kIntact);
  stakes.uses = {"is the backing file of loop0"};
  EXPECT_THAT(JudgeWrites(stakes, {}), FailsWith(kRefused, HasSubstr("backing file of loop0")));
  stakes.uses = {};
  stakes.contents = {"the filesystem ext4"};
  EXPECT_THAT(JudgeWrites(stakes, {}), FailsWith(kRefused, HasSubstr("carries the filesystem")));
  EXPECT_THAT(JudgeWrites(stakes, {.overwrite = {"/no/f"}}), IsOk());
}

TEST(SafetyTest, ADeviceNeedsAllowWrites) {
  EXPECT_THAT(JudgeWrites(Disk(), {}), FailsWith(kRefused, HasSubstr("--allow-writes")));
  EXPECT_THAT(JudgeWrites(Disk(), {.overwrite = {"/no/sda"}}),
              FailsWith(kRefused, HasSubstr("--allow-writes")));
  EXPECT_THAT(JudgeWrites(Disk(), {.allow_writes = true}), IsOk());
}

TEST(SafetyTest, M1ADeviceThatMattersNeedsBothAndTheReasonIsSaid) {
  WriteStakes stakes = Disk();
  stakes.contents = {"the filesystem ext4"};
  stakes.uses = {"is mounted on /home", "is the disk of /, or part of it"};
  EXPECT_THAT(JudgeWrites(stakes, {.allow_writes = true}),
              FailsWith(kRefused, HasSubstr("it carries the filesystem ext4 and is mounted on "
                                            "/home and is the disk of /, or part of it; nothing "
                                            "was written. If all of it may be lost, add "
                                            "--allow-writes --overwrite /no/sda")));
  EXPECT_THAT(JudgeWrites(stakes, {.allow_writes = true, .overwrite = {"/no/sda"}}), IsOk());
  EXPECT_THAT(JudgeWrites(stakes, {.allow_writes = true, .overwrite = {"/no/sda1"}}),
              FailsWith(kRefused, HasSubstr("/home")));
}

TEST(SafetyTest, ALinkIsSaidToBeOne) {
  const std::string link = ScratchPath("innocent");
  std::filesystem::remove(link);
  std::filesystem::create_symlink("/dev/null", link);
  EXPECT_EQ(PathText(link), link + " (a link to /dev/null)");
  EXPECT_EQ(PathText("/dev/null"), "/dev/null");
  EXPECT_EQ(PathText("/no/such"), "/no/such");
  WriteStakes stakes = Disk();
  stakes.path_text = PathText(link);
  EXPECT_THAT(JudgeWrites(stakes, {}), FailsWith(kRefused, HasSubstr("(a link to /dev/null)")));
}

TEST(SafetyTest, AReadOnlyDeviceStaysSo) {
  WriteStakes stakes = Disk();
  stakes.read_only = true;
  EXPECT_THAT(JudgeWrites(stakes, {.allow_writes = true, .overwrite = {"/no/sda"}}),
              FailsWith(kRefused, HasSubstr("read-only device")));
}

TEST(SafetyTest, AnOverwriteThatNamesNoTargetIsAMistake) {
  EXPECT_THAT(CheckOverwritesAreTargets({.overwrite = {"/no/a"}}, {"/no/a", "/no/b"}), IsOk());
  EXPECT_THAT(CheckOverwritesAreTargets({.overwrite = {"/no/c"}}, {"/no/a"}),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("/no/c")));
}

}  // namespace
}  // namespace ioreel
