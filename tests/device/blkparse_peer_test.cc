#include <gtest/gtest.h>

#include "formats/load.h"
#include "tests/support/matchers.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"
#include "tests/support/shared_files.h"
#include "tests/support/whole_trace.h"

/// The text that the installed blkparse makes of a recording is the recording.

namespace ioreel {
namespace {

WholeTrace Read(const std::string& path) {
  ImportLog log;
  auto reader = OpenTrace({path}, "", {}, &log);
  EXPECT_THAT(reader, IsOk());
  if (!reader.ok()) return {};
  auto trace = ReadWhole(**reader);
  EXPECT_THAT(trace, IsOk());
  EXPECT_FALSE(log.HasDataLoss());
  return trace.ok() ? *trace : WholeTrace();
}

/// Their order of naming differs.
template <typename Row>
std::vector<Row> WithoutTasks(std::vector<Row> rows) {
  for (Row& row : rows) row.task = kNoTask;
  return rows;
}

class BlkparsePeerTest : public testing::TestWithParam<const char*> {};

TEST_P(BlkparsePeerTest, TextAndBinaryAreOneTrace) {
  if (RunProgram({"blkparse", "-V"}).code != 0) GTEST_SKIP() << "blkparse is not installed";
  const std::string base = GetParam();
  if (SharedFile(base + ".blktrace.0").empty()) GTEST_SKIP() << "handed file not present: " << base;
  const std::string first = SharedFile(base + ".blktrace.0");
  const std::string name = first.substr(0, first.size() - std::string(".blktrace.0").size());
  const ProgramRun run = RunProgram({"blkparse", "-i", name});
  ASSERT_EQ(run.code, 0) << run.err;

  const WholeTrace text = Read(ScratchFile("blkparse.txt", run.out)), binary = Read(first);
  EXPECT_EQ(text.info.stage_events, binary.info.stage_events);
  EXPECT_EQ(WithoutTasks(text.rows.queued), WithoutTasks(binary.rows.queued));
  EXPECT_EQ(WithoutTasks(text.rows.requests), WithoutTasks(binary.rows.requests));
  EXPECT_EQ(text.rows.links, binary.rows.links);
  EXPECT_EQ(text.rows.events, binary.rows.events);
  EXPECT_FALSE(binary.rows.requests.empty());
}

INSTANTIATE_TEST_SUITE_P(Recordings, BlkparsePeerTest,
                         testing::Values("traces/own/d_real", "traces/blktrace/isotopp_keks/keks"));

}  // namespace
}  // namespace ioreel
