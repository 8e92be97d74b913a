#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "formats/parquet/encoding.h"
#include "formats/parquet/partition.h"
#include "formats/parquet/writer.h"
#include "formats/registry.h"
#include "tests/support/container_files.h"
#include "tests/support/matchers.h"
#include "tests/support/random_trace.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"
#include "tests/support/shared_files.h"

namespace ioreel {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

ProgramRun WrittenAndRead(const TraceInMemory& trace, const WriteOptions& options) {
  const std::string path = ScratchPath("x.parquet");
  auto writer = FindFormat("parquet")->OpenWriter(path, options);
  EXPECT_THAT(writer, IsOk());
  for (const TraceChunk& chunk : trace.chunks)
    EXPECT_THAT((*writer)->Write(trace.info, chunk), IsOk());
  EXPECT_THAT((*writer)->Finish(trace.info), IsOk());
  return RunProgram({"python3", ProjectFile("tests/support/read_parquet.py"), path});
}

std::string Known(int64_t value, int64_t unknown) {
  return value == unknown ? "" : absl::StrCat(value);
}

TEST(ParquetTest, AnotherReaderSeesEveryValue) {
  for (uint32_t seed = 1; seed <= 4; ++seed) {
    const TraceInMemory trace =
        RandomTrace({.seed = seed, .chunks = 6, .rows_per_chunk = 200, .extreme = seed > 1});
    std::string expected =
        "queue_ns,complete_ns,op,offset_bytes,length_bytes,device,pid,tid,thread,process,class,"
        "cpu,flags,error\n";
    for (const TraceChunk& chunk : trace.chunks) {
      for (const QueuedIo& io : chunk.queued) {
        absl::StrAppend(&expected, io.queue_ns, ",", Known(io.complete_ns, kNoTime), ",",
                        OpName(io.op), ",", io.offset, ",", io.length, ",",
                        io.device == 0   ? "\\\\.\\PhysicalDrive1"
                        : io.device == 1 ? "sdb"
                                         : "sdc",
                        ",");
        if (io.task == kNoTask) {
          absl::StrAppend(&expected, ",,,,,");
        } else {
          const TaskInfo& task = trace.info.tasks[io.task];
          absl::StrAppend(&expected, task.pid, ",", task.tid, ",THREAD,PROCESS,",
                          TaskClassName(task.task_class), ",");
        }
        absl::StrAppend(&expected, Known(io.cpu, kNoCpu), ",", IoFlagsText(io.flags), ",", io.error,
                        "\n");
      }
    }
    const ProgramRun run = WrittenAndRead(trace, {});
    ASSERT_EQ(run.code, 0) << run.err;
    std::vector<std::string> got = absl::StrSplit(run.out, '\n');
    std::vector<std::string> want = absl::StrSplit(expected, '\n');
    ASSERT_EQ(got.size(), want.size());
    ASSERT_EQ(got.back(), "");
    got.pop_back();  // after the last line end
    for (size_t i = 0; i < got.size(); ++i) {
      std::vector<std::string> a = absl::StrSplit(got[i], ','), b = absl::StrSplit(want[i], ',');
      ASSERT_EQ(a.size(), b.size()) << got[i];
      if (b[8] == "THREAD") b[8] = a[8], b[9] = a[9];  // names have their own test
      ASSERT_EQ(a, b) << i;
    }
    EXPECT_THAT(run.err, HasSubstr("ioreel.level = queue"));
    EXPECT_THAT(run.err, HasSubstr("\"hostname\":\"box\""));
  }
}

/// `rows` requests of 4096 bytes, every 10 ns.
TraceInMemory ManyRows(int rows) {
  TraceInMemory trace;
  trace.info.devices.resize(1);
  trace.info.tasks = {{.pid = 7, .tid = 8, .name = "bad \xff name", .process = "app"}};
  trace.chunks.resize(1);
  for (int i = 0; i < rows; ++i)
    trace.chunks[0].requests.push_back({.issue_ns = i * 10,
                                        .offset = i % 1000 * 4096ull,
                                        .length = 4096,
                                        .task = i % 3 ? 0 : kNoTask});
  return trace;
}

std::vector<std::string> Lines(const std::string& path) {
  const ProgramRun run =
      RunProgram({"python3", ProjectFile("tests/support/read_parquet.py"), path});
  EXPECT_EQ(run.code, 0) << run.err;
  return absl::StrSplit(run.out, '\n', absl::SkipEmpty());
}

void Write(const TraceInMemory& trace, const std::string& path, const ParquetSizes& sizes) {
  auto writer = OpenParquetWriter(path, {.issue_level = true}, sizes);
  ASSERT_THAT(writer, IsOk());
  ASSERT_THAT((*writer)->Write(trace.info, trace.chunks[0]), IsOk());
  ASSERT_THAT((*writer)->Finish(trace.info), IsOk());
}

TEST(ParquetTest, PagesAndRowGroupsFollowOn) {
  constexpr int kRows = 70'000;  // a page has 65,536
  const std::string path = ScratchPath("groups.parquet");
  Write(ManyRows(kRows), path, {.group_rows = 68'000});
  const std::vector<std::string> lines = Lines(path);
  ASSERT_EQ(lines.size(), kRows + 1u);
  EXPECT_THAT(lines[0], HasSubstr("issue_ns"));
  EXPECT_EQ(lines[1], "0,,read,0,4096,,,,,,,,,0");
  EXPECT_EQ(lines[kRows], "699990,,read,4091904,4096,,,,,,,,,0");
  EXPECT_EQ(lines[kRows - 1], "699980,,read,4087808,4096,,7,8,bad \\xff name,app,other,,,0");
}

TEST(ParquetTest, ARowGroupEndsWhereItsNamesAreMany) {
  TraceInMemory trace = ManyRows(1000);
  trace.info.tasks.clear();
  for (size_t i = 0; i < 1000; ++i) {
    trace.info.tasks.push_back({.tid = static_cast<int32_t>(i), .name = absl::StrCat("t", i)});
    trace.chunks[0].requests[i].task = static_cast<uint32_t>(i);
  }
  const std::string folder = FreshPath("names") + "/host=a/trace=b/";
  Write(trace, folder, {.group_names = 300, .file_rows = 1});
  std::vector<size_t> rows;
  for (const std::string& part : PartsOf(folder)) rows.push_back(Lines(part).size() - 1);
  EXPECT_THAT(rows, ElementsAre(300, 300, 300, 100));
  EXPECT_EQ(Lines(PartPath(folder, 3))[1], "9000,,read,3686400,4096,,,900,t900,t900,other,,,0");
}

TEST(ParquetTest, AFolderHasFilesOfBoundedSizeInOrderOfTime) {
  const std::string folder = FreshPath("corpus") + "/host=a/trace=b/";
  Write(ManyRows(700), folder, {.group_rows = 100, .file_rows = 250});
  EXPECT_THAT(PartsOf(folder),
              ElementsAre(PartPath(folder, 0), PartPath(folder, 1), PartPath(folder, 2)));
  std::vector<size_t> rows;
  int64_t next_ns = 0;
  for (const std::string& part : PartsOf(folder)) {
    const std::vector<std::string> lines = Lines(part);
    for (size_t i = 1; i < lines.size(); ++i, next_ns += 10)
      ASSERT_TRUE(absl::StartsWith(lines[i], absl::StrCat(next_ns, ","))) << lines[i];
    rows.push_back(lines.size() - 1);
  }
  EXPECT_THAT(rows, ElementsAre(300, 300, 100));
  EXPECT_THAT(OpenParquetWriter(folder, {}),
              FailsWith(absl::StatusCode::kFailedPrecondition, HasSubstr("is there already")));
}

TEST(ParquetTest, FoldersAreNamedAfterHostAndTrace) {
  EXPECT_EQ(TraceFolder("c/", "web1", "sda"), "c/host=web1/trace=sda/");
  EXPECT_EQ(TraceFolder("c/", "", "a/b=%"), "c/host=__HIVE_DEFAULT_PARTITION__/trace=a%2Fb%3D%25/");
  EXPECT_EQ(TraceFolder("c/host=x/trace=monday/", "web1", "sda"), "c/host=x/trace=monday/");
  EXPECT_EQ(TraceFolder("c/host=x/", "web1", "sda"), "c/host=x/trace=sda/") << "one host";
  EXPECT_EQ(TraceFolder("./", "..", ".."), "./host=../trace=../") << "no folder above";
  EXPECT_EQ(TraceFolder("c/", "a b", "-x\n"), "c/host=a b/trace=-x%0A/");
}

TEST(ParquetTest, ATraceIsCalledAsItsInput) {
  for (const auto& [path, name] : {std::pair("out/sda.blktrace.0", "sda"),
                                   {"web.2.csv.gz", "web.2"},
                                   {"-", "stdin"},
                                   {"-x.csv", "-x"},
                                   {".csv", ".csv"},
                                   {"a b.csv", "a b"},
                                   {"/", ""}})
    EXPECT_EQ(TraceNameOf(path), name) << path;
  const std::string folder = FreshPath("run.2");
  std::filesystem::create_directories(folder + "/in");
  for (const char* path : {"", "/", "/.", "/in/..", "/in/../"})
    EXPECT_EQ(TraceNameOf(folder + path), std::filesystem::path(folder).filename()) << path;
}

TEST(ParquetTest, EncodingsAreThoseOfTheDocument) {
  std::string out;
  AppendDeltas({{1, 2, 3, 4, 5}}, &out);
  EXPECT_EQ(out, std::string("\x80\x01\x04\x05\x02\x02\0\0\0\0", 10));
  out.clear();
  AppendHybrid({{0, 1, 2, 3, 4, 5, 6, 7}}, 3, &out);
  EXPECT_EQ(out, "\x03\x88\xc6\xfa");
  out.clear();
  AppendHybrid({{4, 4, 4}}, 3, &out);
  EXPECT_EQ(out, "\x06\x04");
}

}  // namespace
}  // namespace ioreel
