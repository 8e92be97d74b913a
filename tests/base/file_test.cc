#include "base/file.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/matchers.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;

TEST(AtomicFileTest, AppearsUnderItsNameOnlyWhenCommitted) {
  const std::string path = ::testing::TempDir() + "/atomic_file";
  std::filesystem::remove(path);
  auto file = AtomicFile::Create(path);
  ASSERT_THAT(file, IsOk());
  ASSERT_THAT(file->Append("half"), IsOk());
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_TRUE(std::filesystem::exists(path + ".partial"));
  ASSERT_THAT(file->Commit(), IsOk());
  EXPECT_EQ(*ReadFile(path), "half");
  EXPECT_FALSE(std::filesystem::exists(path + ".partial"));
}

TEST(AtomicFileTest, NeverTakesThePlaceOfADevice) {
  EXPECT_THAT(AtomicFile::Create("/dev/null"),
              FailsWith(absl::StatusCode::kFailedPrecondition, HasSubstr("not a regular file")));
  EXPECT_FALSE(std::filesystem::exists("/dev/null.partial"));
}

TEST(AtomicFileTest, WritesThroughALink) {
  const std::string path = ::testing::TempDir() + "/linked_file";
  const std::string link = ::testing::TempDir() + "/link_to_it";
  ASSERT_THAT(WriteFile(path, "old"), IsOk());
  std::filesystem::remove(link);
  std::filesystem::create_symlink(path, link);
  EXPECT_EQ(AtomicFile::PartialPath(link), std::filesystem::canonical(path).string() + ".partial");
  auto file = AtomicFile::Create(link);
  ASSERT_THAT(file, IsOk());
  ASSERT_THAT(file->Append("new"), IsOk());
  ASSERT_THAT(file->Commit(), IsOk());
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(*ReadFile(path), "new");
}

TEST(FileTest, ErrorsNameThePath) {
  EXPECT_THAT(ReadFile("/no/such"), FailsWith(absl::StatusCode::kNotFound, HasSubstr("/no/such")));
  EXPECT_THAT(AtomicFile::Create("/tmp"),
              FailsWith(absl::StatusCode::kFailedPrecondition, HasSubstr("is a directory")));
}

}  // namespace
}  // namespace ioreel
