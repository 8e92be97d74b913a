#include "replay/safety/scratch_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "base/file.h"
#include "tests/support/matchers.h"
#include "tests/support/scratch.h"

namespace ioreel {
namespace {

constexpr uint64_t kBytes = 1 << 20;

/// A scratch file that was last written in 2001, so that a write now changes its time for sure.
class ScratchFileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::remove(path_);
    ASSERT_THAT(CreateScratchFile(path_, kBytes), IsOk());
    auto fd = OpenFd(path_, O_RDWR);
    ASSERT_THAT(fd, IsOk());
    fd_ = *std::move(fd);
    if (Mark(path_) == ScratchMark::kNone) GTEST_SKIP() << "no user attributes here";
    ASSERT_EQ(Mark(path_), ScratchMark::kIntact);
    auto renewal = ScratchRenewal::Create(fd_.get());
    ASSERT_THAT(renewal, IsOk());
    const timespec times[2] = {{1'000'000'000, 0}, {1'000'000'000, 0}};
    ASSERT_EQ(futimens(fd_.get(), times), 0);
  }
  void TearDown() override { std::filesystem::remove(path_); }

  static ScratchMark Mark(const std::string& path) {
    const auto fd = OpenFd(path, O_RDONLY);
    EXPECT_THAT(fd, IsOk());
    return FindScratchMark(fd->get());
  }

  const std::string path_ = ScratchPath("marked");
  ScopedFd fd_;
};

TEST_F(ScratchFileTest, AForeignWriteOfTheSameSizeBreaksTheMark) {
  EXPECT_EQ(Mark(path_), ScratchMark::kIntact) << "renewed";
  ASSERT_THAT(PwriteAll(fd_.get(), "mine", 0), IsOk());
  EXPECT_EQ(std::filesystem::file_size(path_), kBytes);
  EXPECT_EQ(Mark(path_), ScratchMark::kChanged);
}

TEST_F(ScratchFileTest, AnotherSizeBreaksTheMarkWhateverTheTime) {
  struct stat st;
  ASSERT_EQ(fstat(fd_.get(), &st), 0);
  ASSERT_THAT(PwriteAll(fd_.get(), "mine", kBytes), IsOk());
  const timespec times[2] = {st.st_atim, st.st_mtim};
  ASSERT_EQ(futimens(fd_.get(), times), 0);
  EXPECT_EQ(Mark(path_), ScratchMark::kChanged);
}

TEST_F(ScratchFileTest, AMarkThatWasCopiedAlongIsNone) {
  const std::string copy = ScratchPath("copied");
  std::filesystem::remove(copy);
  ASSERT_EQ(std::system(("cp -a " + path_ + " " + copy).c_str()), 0);
  EXPECT_EQ(Mark(copy), ScratchMark::kChanged);
  EXPECT_EQ(Mark(path_), ScratchMark::kIntact);
  std::filesystem::remove(copy);
}

TEST_F(ScratchFileTest, OwnWritesKeepTheMark) {
  {
    const auto renewal = ScratchRenewal::Create(fd_.get());
    ASSERT_THAT(PwriteAll(fd_.get(), "payload", 0), IsOk());
    EXPECT_EQ(Mark(path_), ScratchMark::kChanged) << "until it has ended";
  }
  EXPECT_EQ(Mark(path_), ScratchMark::kIntact);
}

}  // namespace
}  // namespace ioreel
