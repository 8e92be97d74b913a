#include "replay/safety/preflight.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "absl/strings/str_cat.h"
#include "base/check.h"
#include "base/file.h"
#include "replay/device.h"
#include "tests/support/matchers.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;

/// The ops of a file that this file system, tmpfs, has: holes but no zeroed ranges.
class PreflightOnTmpfsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists("/dev/shm")) GTEST_SKIP() << "no /dev/shm";
    path_ = absl::StrCat("/dev/shm/preflight_test_", getpid());
    CHECK_OK(WriteFile(path_, std::string(1 << 16, 'x')));
    const auto device = Device::Open(path_);
    ASSERT_THAT(device, IsOk());
    if (device->facts().filesystem != "tmpfs") GTEST_SKIP() << "/dev/shm is no tmpfs";
    limits_ = device->limits();
    volume_.demand.ios = 3;
    volume_.demand.ops[static_cast<size_t>(Op::kWriteZeroes)] = {3, 3 * 4096, 4096};
  }
  void TearDown() override { unlink(path_.c_str()); }

  absl::StatusOr<Preflight> Fit(OnUnsupported policy) const {
    SessionOptions options;
    options.on_unsupported = policy;
    return FitToTarget(options, volume_, limits_);
  }

  std::string path_;
  DeviceLimits limits_;
  TraceVolume volume_;
};

constexpr auto kZeroes = static_cast<size_t>(Op::kWriteZeroes);

TEST_F(PreflightOnTmpfsTest, ItHasWhatTheFileSystemDoes) {
  const auto fd = OpenFd(path_, O_RDWR);
  ASSERT_THAT(fd, IsOk());
  const auto takes = [&](int mode) {
    return fallocate(fd->get(), mode | FALLOC_FL_KEEP_SIZE, 0, 4096) == 0;
  };
  EXPECT_EQ(limits_.discard, takes(FALLOC_FL_PUNCH_HOLE));
  EXPECT_EQ(limits_.write_zeroes, takes(FALLOC_FL_ZERO_RANGE));
}

TEST_F(PreflightOnTmpfsTest, ZeroesAreSkippedAndToldOf) {
  const auto preflight = Fit(OnUnsupported::kSkip);
  ASSERT_THAT(preflight, IsOk());
  EXPECT_EQ(preflight->pretend_ops, 1u << kZeroes);
  EXPECT_EQ(preflight->pretences.at(Op::kWriteZeroes).why,
            "not done, its time passes: the target has none");
  EXPECT_FALSE(preflight->writes);
}

TEST_F(PreflightOnTmpfsTest, ZeroesBecomeHoles) {
  const auto preflight = Fit(OnUnsupported::kSubstitute);
  ASSERT_THAT(preflight, IsOk());
  EXPECT_EQ(preflight->pretend_ops, 0u);
  EXPECT_EQ(preflight->rules.ops[kZeroes], Op::kDiscard);
  EXPECT_TRUE(preflight->writes);
}

TEST_F(PreflightOnTmpfsTest, ZeroesAreRefused) {
  EXPECT_THAT(Fit(OnUnsupported::kFail), FailsWith(absl::StatusCode::kFailedPrecondition,
                                                   HasSubstr("the target has no write_zeroes")));
}

// cases.md M8: a target of 4 KiB blocks and a trace of 512-byte sectors.
TEST(Preflight, M8WhatTheBlocksCannotDoIsRefusedOrWidened) {
  TraceVolume volume;
  volume.demand.Add(Op::kRead, 0, 4096, 0);
  volume.demand.Add(Op::kWrite, 512, 512, 7);
  const DeviceLimits limits = {.size_bytes = 1 << 20, .block_bytes = 4096};
  SessionOptions options;
  EXPECT_THAT(FitToTarget(options, volume, limits),
              FailsWith(absl::StatusCode::kFailedPrecondition,
                        HasSubstr("1 of 2 I/Os are no multiples of the target's 4096-byte blocks "
                                  "(the first is I/O 7 of the trace)")));
  options.round_unaligned = true;
  const auto rounded = FitToTarget(options, volume, limits);
  ASSERT_THAT(rounded, IsOk());
  EXPECT_EQ(rounded->rules.align_bytes, 4096u);
  options.offset_bytes = 512;
  EXPECT_THAT(FitToTarget(options, volume, limits),
              FailsWith(absl::StatusCode::kFailedPrecondition, HasSubstr("--offset 512 is no")));
}

/// Of a file behind the page cache, whose I/Os may have any length.
absl::StatusOr<Preflight> FitStamped(SessionOptions options, uint64_t offset, uint64_t length) {
  TraceVolume volume;
  volume.demand.Add(Op::kWrite, offset, length, 0);
  options.payload.stamp = true;
  return FitToTarget(options, volume, {.size_bytes = (1 << 20) + 100, .block_bytes = 1});
}

TEST(Preflight, StampsNeedWholeSectorsOfTheTraceNotOfTheTarget) {
  const auto whole = FitStamped({}, 4096, 1024);
  ASSERT_THAT(whole, IsOk());
  EXPECT_EQ(whole->rules.align_bytes, 512u);
  EXPECT_EQ(whole->rules.room_bytes, uint64_t{1 << 20}) << "what is folded lies on sectors, too";
  const auto refused =
      FailsWith(absl::StatusCode::kFailedPrecondition, HasSubstr("--align 512 widens them"));
  EXPECT_THAT(FitStamped({}, 4096, 1000), refused);
  EXPECT_THAT(FitStamped({.offset_bytes = 100}, 4096, 1024), refused);
  EXPECT_THAT(FitStamped({.split_bytes = 1000}, 4096, 1024), refused);
  EXPECT_THAT(FitStamped({.align_bytes = 100}, 4096, 1024), refused);
  EXPECT_THAT(FitStamped({.align_bytes = 1024}, 100, 1000), IsOk());
  EXPECT_THAT(FitStamped({.round_unaligned = true}, 100, 1000), IsOk());
}

TEST(Preflight, AFileOnDevtmpfsLiesInMemory) {
  const std::string path = absl::StrCat("/dev/preflight_test_", getpid());
  if (!WriteFile(path, std::string(4096, 'x')).ok()) GTEST_SKIP() << "no file in /dev";
  const auto device = Device::Open(path);
  unlink(path.c_str());
  ASSERT_THAT(device, IsOk());
  if (device->facts().filesystem != "devtmpfs") GTEST_SKIP() << "/dev is no devtmpfs";
  EXPECT_FALSE(device->facts().direct);
}

TEST(Preflight, WithNothingNearAnOpIsSkippedThoughASubstituteWasAskedFor) {
  TraceVolume volume;
  volume.demand.ios = 1;
  for (const Op op : {Op::kDiscard, Op::kWriteZeroes, Op::kSecureErase}) {
    volume.demand.ops[static_cast<size_t>(op)] = {1, 4096, 4096};
  }
  SessionOptions options;
  options.on_unsupported = OnUnsupported::kSubstitute;
  const auto preflight = FitToTarget(options, volume, {.size_bytes = 1 << 16});
  ASSERT_THAT(preflight, IsOk());
  EXPECT_EQ(preflight->pretences.size(), 3u);
  const auto zeroes = FitToTarget(options, volume, {.size_bytes = 1 << 16, .write_zeroes = true});
  ASSERT_THAT(zeroes, IsOk());
  EXPECT_EQ(zeroes->pretend_ops, 0u);
  EXPECT_EQ(zeroes->rules.ops[static_cast<size_t>(Op::kDiscard)], Op::kWriteZeroes);
  EXPECT_EQ(zeroes->rules.ops[static_cast<size_t>(Op::kSecureErase)], Op::kWriteZeroes);
}

// What --align widens beyond the target has no place there, wherever it is folded to.
TEST(Preflight, WhatIsWidenedBeyondTheTargetIsRefusedNotLeftOut) {
  TraceVolume volume;
  volume.demand.Add(Op::kWrite, 4 << 20, 64 << 10, 0);
  SessionOptions options;
  options.fit = Fit::kWrap;
  const DeviceLimits limits = {.size_bytes = 512 << 10, .block_bytes = 512};
  EXPECT_THAT(FitToTarget(options, volume, limits), IsOk());
  options.align_bytes = 256 << 10;
  EXPECT_THAT(FitToTarget(options, volume, limits), IsOk()) << "half a target, or all of it";
  options.align_bytes = 1 << 20;
  EXPECT_THAT(FitToTarget(options, volume, limits),
              FailsWith(absl::StatusCode::kFailedPrecondition,
                        HasSubstr("widened to multiples of 1,048,576 bytes the longest I/O may "
                                  "have 1,048,576, the target only 524,288")));
  volume.demand.Add(Op::kRead, 4096, 300 << 10, 1);
  options.align_bytes = 256 << 10;
  EXPECT_THAT(FitToTarget(options, volume, limits),
              FailsWith(absl::StatusCode::kFailedPrecondition, HasSubstr("have 786,432")));
}

}  // namespace
}  // namespace ioreel
