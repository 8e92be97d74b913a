#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/check.h"
#include "base/file.h"
#include "formats/blktrace/files.h"
#include "tests/support/matchers.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class BlktraceFilesTest : public ::testing::Test {
 protected:
  BlktraceFilesTest()
      : folder_(::testing::TempDir() + "/blktrace_files_" +
                ::testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::filesystem::create_directories(folder_);
  }
  ~BlktraceFilesTest() override { std::filesystem::remove_all(folder_); }

  std::string Make(const std::string& name) {
    CHECK_OK(WriteFile(folder_ + "/" + name, "x"));
    return folder_ + "/" + name;
  }
  const std::string folder_;
};

TEST_F(BlktraceFilesTest, EverySpellingFindsAllFilesInOrderOfCpu) {
  const std::string cpu10 = Make("sda.blktrace.10"), cpu2 = Make("sda.blktrace.2.gz"),
                    cpu0 = Make("sda.blktrace.0");
  Make("sda.blktrace.0.gz");
  Make("sda.blktrace.x");
  Make("notes.txt");
  for (const std::string& spelling :
       {folder_, folder_ + "/sda", folder_ + "/sda.blktrace", cpu0, cpu10, cpu2}) {
    const auto found = FindBlktraceFiles(spelling);
    ASSERT_THAT(found, IsOk()) << spelling;
    EXPECT_THAT(*found, ElementsAre(cpu0, cpu2, cpu10)) << spelling;
    EXPECT_EQ(MissingBlktraceCpus(*found), "1, 3-9");
  }
}

TEST_F(BlktraceFilesTest, OtherFilesStandAlone) {
  const std::string dump = Make("dump.bin");
  EXPECT_THAT(*FindBlktraceFiles(dump), ElementsAre(dump));
  EXPECT_EQ(MissingBlktraceCpus({dump}), "");
}

TEST_F(BlktraceFilesTest, SaysWhereItLooked) {
  EXPECT_THAT(FindBlktraceFiles(folder_ + "/sdb"),
              FailsWith(absl::StatusCode::kNotFound,
                        AllOf(HasSubstr("sdb.blktrace.0"), HasSubstr(folder_))));
  EXPECT_THAT(FindBlktraceFiles(folder_),
              FailsWith(absl::StatusCode::kNotFound, HasSubstr("neither of blktrace")));
}

TEST_F(BlktraceFilesTest, SeveralRecordingsInAFolderAreNotMixed) {
  Make("sda.blktrace.0");
  Make("sdb.blktrace.0");
  EXPECT_THAT(FindBlktraceFiles(folder_), FailsWith(absl::StatusCode::kInvalidArgument,
                                                    AllOf(HasSubstr("/sda"), HasSubstr("/sdb"))));
  EXPECT_THAT(*FindBlktraceFiles(folder_ + "/sda"), ElementsAre(folder_ + "/sda.blktrace.0"));
}

}  // namespace
}  // namespace ioreel
