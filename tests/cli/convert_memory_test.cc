#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "tests/support/blktrace_bytes.h"
#include "tests/support/container_files.h"
#include "tests/support/run_ioreel.h"

namespace ioreel {
namespace {

constexpr uint32_t kThreads = 300'000;

/// A recording in which each thread does one I/O.
std::string RecordingOfManyThreads() {
  const std::string path = FreshPath("threads.blktrace.0");
  std::ofstream file(path, std::ios::binary);
  for (uint32_t i = 0; i < kThreads; ++i) {
    const uint64_t time_ns = 10'000 * uint64_t{i};
    const uint32_t tid = i + 1000;
    std::string name = absl::StrCat("thread-", tid);
    name.resize(16);
    file << BlktraceBytes{.code = 0, .categories = 1 << 10, .bytes = 0, .tid = tid, .payload = name}
                .Encode();
    for (const uint32_t code : {1, 7, 8})
      file << BlktraceBytes{.code = code,
                            .categories = 2 | 1u << (code == 1 ? 4 : code - 1),
                            .time_ns = time_ns + code,
                            .sector = 8 * uint64_t{i},
                            .tid = tid}
                  .Encode();
  }
  return path;
}

long KibToConvert(const std::string& from, const std::string& to) {
  const ProgramRun run = RunIoreel({"convert", from, "-o", to});
  EXPECT_EQ(run.code, 0) << run.err;
  return run.max_rss_kib;
}

// What is kept of a task, docs/formats.md says.
TEST(ConvertMemoryTest, HundredsOfThousandsOfThreadsNeedFarLessThan200MiB) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers need memory of their own";
#endif
  const std::string recording = RecordingOfManyThreads(), trace = FreshPath("threads.ioreel");
  EXPECT_LT(KibToConvert(recording, trace), 150 * 1024);
  EXPECT_LT(KibToConvert(recording, FreshPath("threads.parquet")), 170 * 1024);
  EXPECT_LT(KibToConvert(trace, FreshPath("again.ioreel")), 120 * 1024);
}

TEST(ConvertMemoryTest, FilesOfThousandsOfCpusShareTheirBuffers) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers need memory of their own";
#endif
  constexpr uint32_t kCpus = 2000;
  const std::string base = FreshPath("cpus");
  for (uint32_t cpu = 0; cpu < kCpus; ++cpu) {
    std::ofstream file(absl::StrCat(base, ".blktrace.", cpu), std::ios::binary);
    for (uint32_t i = 0; i < 300; ++i)
      file << BlktraceBytes{.categories = 2 | 1u << 4, .time_ns = i, .sector = 8 * i, .cpu = cpu}
                  .Encode();
  }
  EXPECT_LT(KibToConvert(base, FreshPath("cpus.ioreel")), 180 * 1024);
}

}  // namespace
}  // namespace ioreel
