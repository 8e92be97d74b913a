#include "replay/run/cached_pages.h"

#include <errno.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>

#include "base/file.h"
#include "tests/support/loop_device.h"

namespace ioreel {
namespace {

constexpr size_t kBlock = 4096;

/// What a write to the first block says that must not wait.
ssize_t WriteWithoutWaiting(int fd, char* data) {
  const iovec part = {data, kBlock};
  const ssize_t written = pwritev2(fd, &part, 1, 0, RWF_NOWAIT);
  return written < 0 ? -errno : written;
}

TEST(CachedPagesTest, AWriteToWhatWasReadThroughTheCacheNeedNotWaitAfterwards) {
  const LoopDevice loop(1 << 20);
  SKIP_WITHOUT_LOOP(loop);
  const ScopedFd direct(open(loop.path().c_str(), O_RDWR | O_DIRECT | O_CLOEXEC));
  const ScopedFd cached(open(loop.path().c_str(), O_RDONLY | O_CLOEXEC));
  ASSERT_TRUE(direct.valid() && cached.valid());
  const std::unique_ptr<char, void (*)(void*)> data(
      static_cast<char*>(aligned_alloc(kBlock, kBlock)), free);
  ASSERT_EQ(pread(cached.get(), data.get(), kBlock, 0), static_cast<ssize_t>(kBlock));
  if (WriteWithoutWaiting(direct.get(), data.get()) != -EAGAIN) {
    GTEST_SKIP() << "this kernel does not mind cached pages";
  }
  DropCachedPages({cached.get()});
  EXPECT_EQ(WriteWithoutWaiting(direct.get(), data.get()), -EAGAIN) << "not open for direct I/O";
  DropCachedPages({direct.get()});
  EXPECT_EQ(WriteWithoutWaiting(direct.get(), data.get()), static_cast<ssize_t>(kBlock));
}

}  // namespace
}  // namespace ioreel
