#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "base/check.h"
#include "formats/container/container_writer.h"
#include "tests/support/container_files.h"
#include "tests/support/run_ioreel.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;

/// Nothing comes twice: places all over 2^62 bytes, sizes of every class, hours without end.
std::string ScatteredTrace(uint64_t rows) {
  const std::string path = FreshPath("scattered.ioreel");
  auto writer = ContainerWriter::Create(path);
  CHECK_OK(writer.status());
  TraceInfo info;
  info.devices.resize(1);
  info.tasks.resize(1);
  std::mt19937_64 random(1);
  TraceChunk chunk;
  for (uint64_t i = 0; i < rows;) {
    chunk.Clear();
    chunk.first_queued = i;
    for (; i < rows && chunk.queued.size() < 4096; ++i) {
      const auto queue_ns = static_cast<int64_t>(i * 10'000'000);
      chunk.queued.push_back({.queue_ns = queue_ns,
                              .complete_ns = queue_ns + static_cast<int64_t>(random() % 1'000'000),
                              .offset = (random() & ((uint64_t{1} << 62) - 1)),
                              .length = uint64_t{1} << random() % 16,
                              .task = 0,
                              .op = random() % 2 ? Op::kRead : Op::kWrite});
    }
    CHECK_OK((*writer)->Write(info, chunk));
  }
  CHECK_OK((*writer)->Finish(info));
  return path;
}

TEST(AnalyzeMemoryTest, AMillionScatteredIosInLessThan150MiB) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers need memory of their own";
#endif
  const ProgramRun run = RunIoreel({"analyze", "--step", "1ms", ScatteredTrace(1'000'000)});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("level       1,000,000 queued I/Os\n"));
  EXPECT_THAT(run.out, HasSubstr("steps       2.048 s, 4,883 with I/O"));
  EXPECT_THAT(run.out, HasSubstr("estimated   reuse"));
  EXPECT_LT(run.max_rss_kib, 150 * 1024);
}

}  // namespace
}  // namespace ioreel
