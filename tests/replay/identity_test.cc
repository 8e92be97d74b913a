#include "replay/safety/identity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/support/matchers.h"
#include "tests/support/scratch.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr auto kRefused = absl::StatusCode::kFailedPrecondition;

TEST(IdentityTest, AFileThatIsStillThereIsTheSame) {
  const auto device = Device::Open(ScratchFile("disk", std::string(8192, 'x')));
  ASSERT_THAT(device, IsOk());
  EXPECT_THAT(CheckSameAsOpened(*device), IsOk());
}

TEST(IdentityTest, AnotherOneOfTheSameNameIsRefused) {
  const std::string path = ScratchFile("disk", std::string(8192, 'x'));
  const auto device = Device::Open(path);
  ASSERT_THAT(device, IsOk());
  std::filesystem::rename(ScratchFile("other", std::string(8192, 'y')), path);
  EXPECT_THAT(CheckSameAsOpened(*device),
              FailsWith(kRefused, AllOf(HasSubstr("disk is not what it was"),
                                        HasSubstr("the name stands for another one"))));
  std::filesystem::remove(path);
  EXPECT_THAT(CheckSameAsOpened(*device), FailsWith(kRefused, HasSubstr("nothing was written")));
}

TEST(IdentityTest, AnotherSizeIsRefused) {
  const std::string path = ScratchFile("disk", std::string(8192, 'x'));
  const auto device = Device::Open(path);
  ASSERT_THAT(device, IsOk());
  std::filesystem::resize_file(path, 4096);
  EXPECT_THAT(CheckSameAsOpened(*device),
              FailsWith(kRefused, HasSubstr("it had 8,192 bytes and now has 4,096")));
}

}  // namespace
}  // namespace ioreel
