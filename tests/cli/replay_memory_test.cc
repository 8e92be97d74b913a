#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/check.h"
#include "formats/container/container_writer.h"
#include "tests/support/container_files.h"
#include "tests/support/made_up_trace.h"
#include "tests/support/run_ioreel.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;

std::string LongTrace(uint64_t rows) {
  const std::string path = FreshPath("long.ioreel");
  auto writer = ContainerWriter::Create(path);
  CHECK_OK(writer.status());
  MadeUpTrace trace(rows);
  for (TraceChunk chunk; *trace.Read(&chunk);) CHECK_OK((*writer)->Write(trace.info(), chunk));
  CHECK_OK((*writer)->Finish(trace.info()));
  return path;
}

// cases.md R1: a trace is never loaded as a whole, nor are its samples kept.
TEST(ReplayMemoryTest, R1FiveMillionIosInLessThan200MiB) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers need memory of their own";
#endif
  const ProgramRun run = RunIoreel({"replay", LongTrace(5'000'000), "--target", FreshPath("target"),
                                    "--create", "auto", "--engine", "null", "--mode", "afap"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("5,000,000 of 5,000,000 issued"));
  EXPECT_LT(run.max_rss_kib, 200 * 1024);
}

}  // namespace
}  // namespace ioreel
