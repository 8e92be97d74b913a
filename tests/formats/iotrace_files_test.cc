#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"
#include "formats/load.h"
#include "formats/octf/files.h"
#include "tests/support/gzip.h"
#include "tests/support/matchers.h"
#include "tests/support/octf_bytes.h"
#include "tests/support/scratch.h"
#include "tests/support/whole_trace.h"

/// Which files an iotrace consists of, and what is said where some are not there.

namespace ioreel {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string Events(uint64_t time) {
  return OctfIo(time, time, 2, 0, 8) + OctfCompletion(time, time);
}

std::string MakeFolder(absl::string_view name,
                       const std::vector<std::pair<std::string, std::string>>& files) {
  const std::string folder = ScratchPath(name);
  std::filesystem::create_directories(folder);
  for (const auto& [file, text] : files) EXPECT_THAT(WriteFile(folder + "/" + file, text), IsOk());
  return folder;
}

absl::StatusOr<WholeTrace> Open(const std::vector<std::string>& paths, ImportLog* log,
                                const ReadOptions& options = {}) {
  const auto reader = OpenTrace(paths, "", options, log);
  if (!reader.ok()) return reader.status();
  return ReadWhole(**reader);
}

constexpr char kSummary[] = R"({"tracedEvents": "4", "droppedEvents": "0", "queueCount": "3"})";

TEST(IotraceFilesTest, TheFolderAndEachOfItsFilesNameTheTrace) {
  const std::string folder = MakeFolder("whole", {{"octf.trace.10", Events(3)},
                                                  {"octf.trace.2", Events(2)},
                                                  {"octf.trace.0", ""},
                                                  {"octf.summary", kSummary},
                                                  {"notes", "x"}});
  for (const char* named : {"", "/octf.trace.2", "/octf.summary"}) {
    EXPECT_THAT(
        FindOctfFiles(folder + named),
        ElementsAre(folder + "/octf.trace.2", folder + "/octf.trace.10", folder + "/octf.summary"));
  }
  EXPECT_THAT(FindOctfFiles(folder + "/notes"), ElementsAre());
  ImportLog log;
  const auto trace = Open({folder + "/octf.trace.2", folder + "/./octf.trace.10"}, &log);
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->rows.queued.size(), 2u) << "each file once";
  EXPECT_THAT(FindEntry(log, "missing_cpu")->explanation, HasSubstr("queue 0-1, 3-9 ("));
}

TEST(IotraceFilesTest, FilesMayBeCompressedOneByOne) {
  const std::string folder = MakeFolder("mixed", {{"octf.trace.0.gz", Gzip(Events(2))},
                                                  {"octf.trace.1", Events(1)},
                                                  {"octf.trace.1.gz", Gzip(Events(1))},
                                                  {"octf.summary.gz", Gzip(kSummary)}});
  ImportLog log;
  const auto trace = Open({folder}, &log);
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->rows.queued.size(), 2u) << "of queue 1 one copy";
  EXPECT_EQ(FindEntry(log, "no_summary"), nullptr);
}

TEST(IotraceFilesTest, WhatIsMissingIsSaid) {
  ImportLog log;
  const auto lone = Open({MakeFolder("lone", {{"octf.trace.1", Events(1)}})}, &log);
  ASSERT_THAT(lone, IsOk());
  EXPECT_THAT(FindEntry(log, "missing_cpu")->explanation, HasSubstr("queue 0 ("));
  EXPECT_NE(FindEntry(log, "no_summary"), nullptr);
  ImportLog summed;
  const std::string first =
      MakeFolder("first", {{"octf.trace.0", Events(1)}, {"octf.summary", kSummary}});
  ASSERT_THAT(Open({first}, &summed), IsOk());
  EXPECT_THAT(FindEntry(summed, "missing_cpu")->explanation, HasSubstr("queue 1-2 ("));
  EXPECT_EQ(FindEntry(summed, "no_summary"), nullptr);
}

TEST(IotraceFilesTest, AFolderWithoutATraceNamesWhatWasLookedFor) {
  ImportLog log;
  EXPECT_THAT(Open({MakeFolder("no_trace", {{"notes", "x"}})}, &log),
              FailsWith(absl::StatusCode::kNotFound, HasSubstr("octf.trace.0")));
}

TEST(IotraceFilesTest, ACutArchiveIsAnErrorOrCounted) {
  const std::string tar =
      Tar({{"octf.trace.0", Events(1)}, {"octf.trace.1", Events(2) + Events(3)}});
  const std::string cut = ScratchFile("cut.tar", tar.substr(0, 1024 + 512 + Events(2).size() + 5));
  ImportLog log;
  EXPECT_THAT(Open({cut}, &log),
              FailsWith(absl::StatusCode::kDataLoss, HasSubstr("tar archive is cut")));
  const auto trace = Open({cut}, &log, {.tolerant = true});
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->rows.queued.size(), 2u);
  EXPECT_TRUE(log.HasDataLoss());
}

}  // namespace
}  // namespace ioreel
