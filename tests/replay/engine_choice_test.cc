#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "replay/engine_registry.h"
#include "replay/engines/libaio_engine.h"
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

TEST(CheckDepth, NamesTheLimitOfTheEngineAndTheRemedy) {
  constexpr auto kOut = absl::StatusCode::kOutOfRange;
  const auto check = [](absl::string_view engine, int depth) {
    return CheckDepth(**FindEngine(engine), depth);
  };
  EXPECT_THAT(check("io_uring", 32'768), IsOk());
  EXPECT_THAT(check("io_uring", 32'769), FailsWith(kOut, HasSubstr("at most 32,768 I/Os")));
  for (const char* engine : {"io_uring", "libaio", "sync", "null", "sim"}) {
    EXPECT_THAT(check(engine, INT32_MAX), FailsWith(kOut, HasSubstr("give a lower --depth")));
  }
  EXPECT_THAT(check("sync", 131'072), IsOk());
  EXPECT_THAT(CheckAioRoom(255, 256, 0), IsOk()) << "one place is for a poll";
  EXPECT_THAT(CheckAioRoom(256, 256, 0), FailsWith(kOut, HasSubstr("sysctl fs.aio-max-nr=257")));
  EXPECT_THAT(CheckAioRoom(1, 65'536, 65'535),
              FailsWith(kOut, HasSubstr("fs.aio-max-nr = 65,536, of which 65,535 are in use")));
  EXPECT_THAT(CheckAioRoom(1, 10, 20), FailsWith(kOut, HasSubstr("sysctl fs.aio-max-nr=22")));
}

TEST(FindEngine, SaysWhichThereAre) {
  EXPECT_THAT(FindEngine("iocp"),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("io_uring, libaio, sync")));
  EXPECT_THAT(FindEngine("libaio"), IsOk());
}

}  // namespace
}  // namespace ioreel
