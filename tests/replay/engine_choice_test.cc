#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "replay/engine_registry.h"
#include "tests/support/matchers.h"
#include "tests/support/scratch.h"

namespace ioreel {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

TEST(ChooseEngine, BufferedFilesAreForThreads) {
  const auto fd = OpenFd(ScratchFile("buffered", "x"), O_RDWR | O_CLOEXEC);
  ASSERT_THAT(fd, IsOk());
  const int number = fd->get();
  const EngineChoice choice = ChooseEngine({&number, 1}, 256, 4096);
  EXPECT_EQ(choice.name, "sync");
  EXPECT_THAT(choice.reason, HasSubstr("direct I/O"));
}

TEST(ChooseEngine, FilesAreNotForIoUring) {
  const auto fd = OpenFd(ScratchFile("direct", "x"), O_RDWR | O_DIRECT | O_CLOEXEC);
  if (!fd.ok()) GTEST_SKIP() << "this filesystem has no direct I/O";
  const int number = fd->get();
  EXPECT_THAT(ChooseEngine({&number, 1}, 256, 4096).name, AnyOf("libaio", "sync"));
}

TEST(DefaultDepth, IsBoundedWhereNoDeviceBoundsIt) {
  const auto fd = OpenFd(ScratchFile("plain", "x"), O_RDWR | O_CLOEXEC);
  ASSERT_THAT(fd, IsOk());
  const int number = fd->get();
  EXPECT_EQ(DefaultDepth({&number, 1}), 256);
  EXPECT_EQ(DefaultDepth({}), 256);
}

TEST(FindEngine, SaysWhichThereAre) {
  EXPECT_THAT(FindEngine("iocp"),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("io_uring, libaio, sync")));
  EXPECT_THAT(FindEngine("libaio"), IsOk());
}

}  // namespace
}  // namespace ioreel
