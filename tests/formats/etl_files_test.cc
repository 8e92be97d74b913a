#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/file.h"
#include "formats/registry.h"
#include "tests/support/matchers.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/shared_files.h"
#include "tests/support/whole_trace.h"

/// The handed .etl files against what is known of them: the manifest's true counts, and a list of
/// every disk I/O of one.

namespace ioreel {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// A line of the manifest.
struct Handed {
  std::string file, kind;
  json member;  ///< of a zip archive
  json truth;
};

std::vector<Handed> ReadManifest(const std::string& path) {
  std::vector<Handed> all;
  const std::string text = ReadFile(path).value();
  for (absl::string_view line : absl::StrSplit(text, '\n', absl::SkipEmpty())) {
    const std::vector<std::string> columns = absl::StrSplit(line, '\t');
    if (columns.size() < 10 || !absl::StartsWith(columns[0], "etl/")) continue;
    Handed one = {columns[0], columns[1]};
    std::istringstream facts(columns[9]);
    while (facts >> std::ws && facts.peek() == '{') {
      json object;
      facts >> object;
      if (object.contains("zip_member")) one.member = object;
      if (object.contains("buffers")) one.truth = object;
    }
    all.push_back(one);
  }
  return all;
}

std::unique_ptr<Input> OpenHanded(const Handed& one) {
  const std::string path = SharedFile(absl::StrCat("traces/", one.file));
  if (one.member.is_null()) return OpenFileInput(path).value();
  const ProgramRun unzip = RunProgram({"unzip", "-p", path, one.member["zip_member"]});
  EXPECT_EQ(unzip.code, 0) << "the package unzip is needed: " << unzip.err;
  EXPECT_EQ(unzip.out.size(), one.member["member_size"]);
  return MakeMemoryInput(one.file, unzip.out);
}

absl::StatusOr<WholeTrace> Read(std::unique_ptr<Input> input, bool tolerant, ImportLog* log) {
  std::vector<std::unique_ptr<Input>> inputs;
  inputs.push_back(std::move(input));
  auto reader = FindFormat("etl")->OpenReader(std::move(inputs), {.tolerant = tolerant}, log);
  if (!reader.ok()) return reader.status();
  return ReadWhole(**reader);
}

/// "IO(DiskIo)/ReadInit/v3" → ReadInit.
std::map<std::string, uint64_t> DiskEvents(const json& truth) {
  std::map<std::string, uint64_t> events;
  for (const auto& [layout, count] : truth["disk_layouts"].items()) {
    std::string op(layout.substr(2, layout.find('\'', 2) - 2));  // ('Read', 3, 52, 'PERFINFO64')
    if (op == "Flush") op = "FlushBuffers";
    events[op] += count.get<uint64_t>();
  }
  return events;
}

void ExpectCounts(const WholeTrace& trace, const json& truth) {
  EXPECT_EQ(trace.info.stage_events, DiskEvents(truth));
  std::map<std::string, uint64_t> count, bytes;
  uint64_t end = 0;
  for (const QueuedIo& io : trace.rows.queued) {
    const std::string op = io.op == Op::kRead ? "Read" : io.op == Op::kWrite ? "Write" : "Flush";
    ++count[op];
    bytes[op] += io.length;
    end = std::max(end, io.offset + io.length);
  }
  for (const char* op : {"Read", "Write"}) {
    EXPECT_EQ(count[op], truth["disk"][op]["count"]);
    EXPECT_EQ(bytes[op], truth["disk"][op]["bytes"]);
  }
  EXPECT_EQ(count["Flush"], DiskEvents(truth)["FlushBuffers"]);
  EXPECT_EQ(end, truth["disk"]["max_end"]);
  EXPECT_EQ(trace.info.devices.size(), truth["disk"]["numbers"].size());
  EXPECT_EQ(trace.info.start_wall_ns,
            (truth["log_header"]["StartTime"].get<int64_t>() - 116444736000000000) * 100);
}

TEST(EtlFilesTest, DiskEventsAreTheManifests) {
  SKIP_WITHOUT_SHARED(manifest, "traces/manifest.tsv");
  int files = 0;
  for (const Handed& one : ReadManifest(manifest)) {
    if (one.truth.is_null() || one.truth["disk_layouts"].empty()) continue;
    SCOPED_TRACE(one.file);
    ImportLog log;
    const auto trace = Read(OpenHanded(one), true, &log);
    ASSERT_THAT(trace, IsOk());
    ExpectCounts(*trace, one.truth);
    EXPECT_EQ(FindEntry(log, "damaged_buffer") != nullptr, one.kind == "etl-truncated");
    EXPECT_EQ(FindEntry(log, "damaged_record"), nullptr);
    ++files;
  }
  EXPECT_GE(files, 3);
}

TEST(EtlFilesTest, FilesWithoutDiskEventsSayWhatTheyHold) {
  SKIP_WITHOUT_SHARED(manifest, "traces/manifest.tsv");
  int files = 0;
  for (const Handed& one : ReadManifest(manifest)) {
    if (one.truth.is_null() || !one.truth["disk_layouts"].empty()) continue;
    SCOPED_TRACE(one.file);
    ImportLog log;
    EXPECT_THAT(Read(OpenHanded(one), false, &log),
                FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("holds no disk I/O")));
    EXPECT_TRUE(log.entries().empty());
    ++files;
  }
  EXPECT_GE(files, 10);
}

TEST(EtlFilesTest, WhatTheCensusSays) {
  SKIP_WITHOUT_SHARED(path, "traces/etl/nodisk/ShutdownPerfDiagLogger.etl.zst");
  ImportLog log;
  EXPECT_THAT(Read(*OpenFileInput(path), false, &log),
              FailsWith(absl::StatusCode::kInvalidArgument,
                        HasSubstr("13,683 Image, 3,058 Thread, 328 Process")));
}

TEST(EtlFilesTest, ACutFileIsAnErrorThatNamesTheByte) {
  SKIP_WITHOUT_SHARED(path, "traces/etl/diskio/trunc_perfview_x64_first700000.etl");
  ImportLog log;
  EXPECT_THAT(Read(*OpenFileInput(path), false, &log),
              FailsWith(absl::StatusCode::kDataLoss, HasSubstr("byte 698701")));
  const auto trace = Read(*OpenFileInput(path), true, &log);
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(FindEntry(log, "missing_buffers")->count, 307u);
  EXPECT_EQ(FindEntry(log, "unfinished")->count, 624u - 136);
  EXPECT_TRUE(trace->info.tainted);
}

/// One line of truth/….disk.tsv.
struct TrueIo {
  int64_t complete_ns = 0, queue_ns = 0;
  Op op = Op::kRead;
  uint64_t offset = 0, length = 0;
  int32_t tid = 0;
  auto operator<=>(const TrueIo&) const = default;
};

std::vector<TrueIo> ReadTruth(const std::string& path, int64_t start_ticks) {
  std::vector<TrueIo> all;
  const std::string text = ReadFile(path).value();
  for (absl::string_view line : absl::StrSplit(text, '\n', absl::SkipEmpty())) {
    if (line[0] == '#') continue;
    const std::vector<absl::string_view> columns = absl::StrSplit(line, '\t');
    const auto number = [&](size_t column) {
      uint64_t value = 0;
      EXPECT_TRUE(absl::SimpleAtoi(columns[column], &value)) << line;
      return value;
    };
    const int64_t complete = static_cast<int64_t>(number(0)) - start_ticks;
    all.push_back({.complete_ns = complete * 100,
                   .queue_ns = (complete - static_cast<int64_t>(number(9))) * 100,
                   .op = columns[1] == "Read" ? Op::kRead : Op::kWrite,
                   .offset = number(6),
                   .length = number(4),
                   .tid = static_cast<int32_t>(number(10))});
  }
  return all;
}

Handed PerfView(const std::string& manifest) {
  for (Handed& one : ReadManifest(manifest)) {
    if (absl::StrContains(one.file, "perfview_net452_x64.etl")) return one;
  }
  return {};
}

TEST(EtlFilesTest, EveryTransferIsTheTruth) {
  SKIP_WITHOUT_SHARED(manifest, "traces/manifest.tsv");
  SKIP_WITHOUT_SHARED(truth, "traces/truth/perfview_net452_x64.disk.tsv");
  const Handed file = PerfView(manifest);
  ImportLog log;
  const auto trace = Read(OpenHanded(file), false, &log);
  ASSERT_THAT(trace, IsOk());
  std::vector<TrueIo> read;
  for (const QueuedIo& io : trace->rows.queued) {
    if (io.op == Op::kFlush) continue;
    read.push_back(
        {io.complete_ns, io.queue_ns, io.op, io.offset, io.length, trace->info.tasks[io.task].tid});
  }
  std::vector<TrueIo> expected = ReadTruth(truth, file.truth["log_header"]["hdr_ts"]);
  std::sort(read.begin(), read.end());
  std::sort(expected.begin(), expected.end());
  EXPECT_TRUE(read == expected);
  EXPECT_EQ(read.size(), 1229u);
}

/// The names are those of Microsoft's own reader (perfview_net452_x64.baseline.txt).
TEST(EtlFilesTest, MachineAndProcessesAreNamed) {
  SKIP_WITHOUT_SHARED(manifest, "traces/manifest.tsv");
  ImportLog log;
  const auto trace = Read(OpenHanded(PerfView(manifest)), false, &log);
  ASSERT_THAT(trace, IsOk());
  std::map<int32_t, TaskInfo> tasks;
  for (const TaskInfo& task : trace->info.tasks) tasks[task.tid] = task;
  EXPECT_EQ(tasks[44].process, "System");
  EXPECT_EQ(tasks[44].task_class, TaskClass::kKernel);
  EXPECT_EQ(tasks[1716].process, "svchost.exe");
  EXPECT_EQ(tasks[1716].pid, 144);
  EXPECT_EQ(tasks[1420].pid, 1408);
  EXPECT_EQ(tasks[1016].process, "dwm.exe");
  EXPECT_EQ(FindEntry(log, "unknown_thread"), nullptr);
  EXPECT_EQ(trace->info.host.hostname, "BRIANROB-W8");
  EXPECT_EQ(trace->info.host.kernel, "Windows NT 6.2.9200 64-bit");
  ASSERT_EQ(trace->info.devices.size(), 1u);
  const DeviceInfo& disk = trace->info.devices[0];
  EXPECT_EQ(disk.name, "\\\\.\\PhysicalDrive0");
  EXPECT_EQ(disk.model, "Virtual HD ATA Device");
  EXPECT_EQ(disk.logical_block_bytes, 512u);
  EXPECT_EQ(disk.size_bytes, 0x15f00000u + 0x1faa000000u) << "the end of its last partition";
}

TEST(EtlFilesTest, SyntheticSamplesAreRead) {
  for (const char* name : {"synth_diskio64.etl", "synth_diskio32.etl"}) {
    SCOPED_TRACE(name);
    SKIP_WITHOUT_SHARED(path, absl::StrCat("samples/", name));
    ImportLog log;
    const auto trace = Read(*OpenFileInput(path), false, &log);
    ASSERT_THAT(trace, IsOk());
    const std::vector<QueuedIo>& ios = trace->rows.queued;
    ASSERT_EQ(ios.size(), 3u);
    EXPECT_EQ(ios[0].complete_ns, 250'000);
    EXPECT_EQ(ios[0].queue_ns, 100'000);
    EXPECT_EQ(ios[0].offset, 0x100000u);
    EXPECT_EQ(ios[0].length, 4096u);
    EXPECT_EQ(ios[1].op, Op::kWrite);
    EXPECT_EQ(ios[1].complete_ns - ios[1].queue_ns, 80'000);
    EXPECT_EQ(ios[2].op, Op::kFlush);
    EXPECT_EQ(ios[2].complete_ns - ios[2].queue_ns, 700'000);
    const TaskInfo& task = trace->info.tasks[ios[0].task];
    EXPECT_EQ(task.process, "office.exe");
    EXPECT_EQ(task.pid, 1234);
    EXPECT_EQ(task.tid, 4321);
  }
}

}  // namespace
}  // namespace ioreel
