#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "formats/import_log.h"
#include "formats/load.h"
#include "tests/support/matchers.h"
#include "tests/support/replays.h"
#include "tests/support/scratch.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;

constexpr char kHeader[] = "queue_ns,complete_ns,op,offset_bytes,length_bytes,device,tid\n";

/// Five I/Os of one thread, each after the one before, on three devices.
std::string ThreeDevices() {
  return ScratchFile("three.csv",
                     absl::StrCat(kHeader,
                                  "0,1000000,read,0,4096,sda,7\n"
                                  "2000000,3000000,write,4096,8192,a_b,7\n"
                                  "4000000,5000000,write,65536,4096,sda,7\n"
                                  "6000000,7000000,read,0,4096,\\\\.\\PhysicalDrive1,7\n"
                                  "8000000,9000000,write,8192,4096,a_b,7\n"));
}

/// Device, offset, length of each sample in the order of their issue.
std::vector<std::tuple<std::string, uint64_t, uint64_t>> Samples(const std::string& path) {
  ImportLog log;
  const auto reader = OpenTrace({path}, "", {}, &log);
  EXPECT_THAT(reader, IsOk());
  std::vector<std::tuple<std::string, uint64_t, uint64_t>> samples;
  TraceChunk chunk;
  while (reader.ok() && *(*reader)->Read(&chunk)) {
    for (const QueuedIo& io : chunk.queued) {
      const std::string& name = (*reader)->info().devices.at(io.device).name;
      samples.emplace_back(name.substr(name.rfind('/') + 1), io.offset, io.length);
    }
  }
  return samples;
}

TEST(ReplayMapTest, M2OneScheduleOverSeveralTargets) {
  const std::string a = FreshScratchPath("a"), b = FreshScratchPath("b"), c = FreshScratchPath("c");
  const std::string out = FreshScratchPath("out.json"),
                    samples = FreshScratchPath("samples.ioreel");
  const ProgramRun run = RunReplay(
      {ThreeDevices(), "--map", "sda=" + a, "--map", "\"\\\\.\\PhysicalDrive1\"=" + b, "--map",
       "a_b=" + c, "--create", "auto", "-o", out, "--samples", samples, "--max-lag", "10s"});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("sda on " + a), HasSubstr("\\\\.\\PhysicalDrive1 on " + b)));
  // Each I/O waited for the one before, on whatever device that was.
  using Row = std::tuple<std::string, uint64_t, uint64_t>;
  EXPECT_THAT(Samples(samples),
              ElementsAre(Row("a", 0, 4096), Row("c", 4096, 8192), Row("a", 65536, 4096),
                          Row("b", 0, 4096), Row("c", 8192, 4096)));
  const RunResult result = ResultOf(out);
  EXPECT_EQ(result.options.at("layout"), "sda, \\\\.\\PhysicalDrive1, a_b");
  ASSERT_EQ(result.layout.size(), 3u);
  EXPECT_EQ(result.layout[2].device, "a_b");
  EXPECT_EQ(result.layout[2].target, c);
  EXPECT_EQ(result.target.kind, "several");
  ASSERT_EQ(result.target.members.size(), 3u);
  EXPECT_EQ(result.target.members[1].path, b);
  const RepeatResult& repeat = result.repeats.at(0);
  ASSERT_EQ(repeat.volumes.size(), 3u);
  EXPECT_EQ(repeat.volumes[0].read_bytes, 4096u);
  EXPECT_EQ(repeat.volumes[0].written_bytes, 4096u);
  EXPECT_EQ(repeat.volumes[2].written_bytes, 8192u + 4096);
  EXPECT_EQ(repeat.fidelity.issued, 5u);
  EXPECT_EQ(std::filesystem::file_size(c), 12288u);
}

TEST(ReplayMapTest, M2ThinkTimesAreKeptAcrossDevices) {
  const std::string out = FreshScratchPath("out.json");
  const ProgramRun run = RunReplay({ThreeDevices(), "--map", "sda=" + FreshScratchPath("a"),
                                    "--map", "\\\\.\\PhysicalDrive1=" + FreshScratchPath("b"),
                                    "--map", "a_b=" + FreshScratchPath("c"), "--create", "auto",
                                    "--engine", "sim", "-o", out, "--max-lag", "10s"});
  ASSERT_EQ(run.code, 0) << run.err;
  // Four think times of 1 ms, five I/Os of 100 µs instead of 1 ms.
  EXPECT_EQ(ResultOf(out).repeats.at(0).completion_ns, 4'000'000 + 5 * 100'000);
}

// cases.md M3: btreplay crashes at any map file.
TEST(ReplayMapTest, M3AMapFileAndAnUnmappedFourthDevice) {
  const std::string map = ScratchFile(
      "map", "# old = new\nsda=" + FreshScratchPath("a") + "\n\nsdb=" + FreshScratchPath("b") +
                 "\n  # the third\nsdc=" + FreshScratchPath("c") + "\n");
  std::string trace = kHeader;
  for (const char* device : {"sda", "sdb", "sdc"}) {
    absl::StrAppend(&trace, "0,1000,read,0,4096,", device, ",1\n");
  }
  const auto with = [&](const std::string& text) {
    return RunReplay(
        {ScratchFile("four.csv", text), "--map-file", map, "--create", "auto", "--dry-run"});
  };
  EXPECT_EQ(with(trace).code, 0);
  const ProgramRun run = with(absl::StrCat(trace, "0,1000,write,0,4096,sdd,1\n"));
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, MatchesRegex("ioreel replay: [^\n]*four.csv: --map gives no target to sdd "
                                    "\\(1 I/O\\)[^\n]*\n"));
  EXPECT_FALSE(std::filesystem::exists(ScratchPath("a")));
}

TEST(ReplayMapTest, WhatDoesNotFitTogetherIsSaid) {
  const std::string trace = ThreeDevices(), a = ScratchFile("a", ""), b = ScratchFile("b", "");
  const auto error = [&](std::vector<std::string> more) {
    more.insert(more.begin(), trace);
    const ProgramRun run = RunReplay(more);
    EXPECT_THAT(run.code, testing::AnyOf(1, 2)) << run.out;
    return run.err;
  };
  EXPECT_THAT(error({"--map", "sda=" + a, "--target", b}), HasSubstr("give one"));
  EXPECT_THAT(error({"--map", "nvme0n1=" + a}), HasSubstr("it has sda, a_b, \\\\.\\Phys"));
  EXPECT_THAT(error({"--map", "sda"}), HasSubstr("is not DEVICE=TARGET"));
  EXPECT_THAT(
      error({"--device", "sda", "--device", "a_b", "--map", "sda=" + a, "--map", "a_b=" + a}),
      HasSubstr("--concat"));
  // One file by two names is one target, too.
  EXPECT_THAT(error({"--device", "sda", "--device", "a_b", "--map", "sda=" + a, "--map",
                     "a_b=" + ScratchPath("./a")}),
              HasSubstr("share space: "));
  EXPECT_THAT(error({"--map", "sda=" + trace}), HasSubstr("is the trace"));
}

TEST(ReplayMapTest, SeveralDevicesCanBeChosen) {
  const std::string out = FreshScratchPath("out.json");
  const ProgramRun run =
      RunReplay({ThreeDevices(), "--device", "sda", "--device", "a_b", "--map",
                 "sda=" + FreshScratchPath("a"), "--map", "a_b=" + FreshScratchPath("b"),
                 "--create", "auto", "--engine", "null", "-o", out, "--max-lag", "10s"});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(ResultOf(out).repeats.at(0).fidelity.issued, 4u);
  EXPECT_EQ(ResultOf(out).trace.left_out.at("other device"), 1u);
}

TEST(ReplayMapTest, M7ConcatStatesTheBases) {
  const std::string out = FreshScratchPath("out.json"),
                    samples = FreshScratchPath("samples.ioreel");
  const ProgramRun run =
      RunReplay({ThreeDevices(), "--target", FreshScratchPath("all"), "--concat", "--create",
                 "auto", "-o", out, "--samples", samples, "--max-lag", "10s"});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("sda at 0, a_b at 69,632, \\\\.\\PhysicalDrive1 at 81,920 on"));
  using Row = std::tuple<std::string, uint64_t, uint64_t>;
  EXPECT_THAT(Samples(samples), ElementsAre(Row("all", 0, 4096), Row("all", 69632 + 4096, 8192),
                                            Row("all", 65536, 4096), Row("all", 81920, 4096),
                                            Row("all", 69632 + 8192, 4096)));
  const RunResult result = ResultOf(out);
  ASSERT_EQ(result.layout.size(), 3u);
  EXPECT_EQ(result.layout[1].base_bytes, 69632u);
  EXPECT_EQ(result.options.at("layout"), "sda+a_b+\\\\.\\PhysicalDrive1");
  EXPECT_THAT(result.repeats.at(0).volumes, testing::IsEmpty());
}

// cases.md M6: a 1 MiB trace, four times on an 8 MiB file: four disjoint ranges, every op four
// times.
TEST(ReplayMapTest, M6FourTilesOn8MiB) {
  std::string trace = kHeader;
  for (int i = 0; i < 16; ++i) {
    absl::StrAppend(&trace, i * 100'000, ",", i * 100'000 + 50'000, i % 2 ? ",write," : ",read,",
                    i * 65536, ",65536,sda,1\n");
  }
  absl::StrAppend(&trace, "1700000,1800000,flush,0,0,sda,1\n");
  const std::string out = FreshScratchPath("out.json"),
                    samples = FreshScratchPath("samples.ioreel");
  const ProgramRun run =
      RunReplay({ScratchFile("mib.csv", trace), "--target", FreshScratchPath("big"), "--create",
                 "8m", "--tile", "4", "-o", out, "--samples", samples, "--max-lag", "10s"});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("4 copies at once, one each 2,097,152 bytes from byte 0 on"));
  std::map<uint64_t, int> by_tile;
  for (const auto& [device, offset, length] : Samples(samples)) {
    EXPECT_LE(offset % (2 << 20) + length, 1u << 20);
    by_tile[offset / (2 << 20)] += length > 0;
  }
  EXPECT_THAT(by_tile, ElementsAre(testing::Pair(0, 16), testing::Pair(1, 16), testing::Pair(2, 16),
                                   testing::Pair(3, 16)));
  const RepeatResult repeat = ResultOf(out).repeats.at(0);
  EXPECT_EQ(repeat.fidelity.issued, 4 * 17u);
  EXPECT_EQ(repeat.fidelity.planned, 4 * 17u);
  EXPECT_EQ(repeat.read_bytes, 4 * 8 * 65536u);
  const ProgramRun small = RunReplay({ScratchPath("mib.csv"), "--target", FreshScratchPath("small"),
                                      "--create", "3m", "--tile", "4"});
  EXPECT_EQ(small.code, 1);
  EXPECT_THAT(small.err, HasSubstr("each of the 4 tiles ends at 786,432"));
}

TEST(ReplayMapTest, OffsetScaleAndSplitAreDoneAndCounted) {
  const std::string trace =
      ScratchFile("one.csv", absl::StrCat(kHeader,
                                          "0,1000,write,8192,16384,sda,1\n"
                                          "5000,6000,read,8192,4096,sda,1\n"));
  const std::string out = FreshScratchPath("out.json"),
                    samples = FreshScratchPath("samples.ioreel");
  const ProgramRun run = RunReplay({trace, "--target", FreshScratchPath("t"), "--create", "auto",
                                    "--offset", "1m", "--lba-scale", "2x", "--split", "4k", "-o",
                                    out, "--samples", samples, "--max-lag", "10s", "--depth", "8"});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("changed      2 I/Os, 20 KiB: offsets scaled"),
                             HasSubstr("changed      2 I/Os, 20 KiB: placed 1 MiB into the target"),
                             HasSubstr("changed      1 I/O, 16 KiB: cut into requests of at most "
                                       "4 KiB (--split)")));
  using Row = std::tuple<std::string, uint64_t, uint64_t>;
  EXPECT_THAT(Samples(samples),
              ElementsAre(Row("t", (1 << 20) + 16384, 16384), Row("t", (1 << 20) + 16384, 4096)));
  EXPECT_EQ(std::filesystem::file_size(ScratchPath("t")), (1u << 20) + 16384 + 16384);
  EXPECT_EQ(ResultOf(out).repeats.at(0).substitutions.size(), 3u);
  for (const char* bad : {"0", "-1", "nan", "inf", "x"}) {
    EXPECT_EQ(RunReplay({trace, "--target", "t", "--lba-scale", bad}).code, 2) << bad;
  }
  EXPECT_EQ(RunReplay({trace, "--target", "t", "--split", "1000"}).code, 2);
  EXPECT_EQ(RunReplay({trace, "--target", "t", "--tile", "0"}).code, 2);
  const ProgramRun beyond =
      RunReplay({trace, "--target", ScratchFile("short", std::string(4096, 'x')), "--read-only",
                 "--offset", "8k"});
  EXPECT_EQ(beyond.code, 1);
  EXPECT_THAT(beyond.err, HasSubstr("--offset 8,192 is beyond the target, which ends at 4,096"));
}

}  // namespace
}  // namespace ioreel
