#include "traces/synth/sweep_presets.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/check.h"
#include "traces/synth/pattern_text.h"

namespace ioreel {
namespace {

constexpr int64_t kSecondNs = 1'000'000'000;
constexpr int kSniaDepth = 32;  // the standard leaves it to who tests

std::vector<SweepCell> Grid(const SweepGrid& grid) {
  auto cells = CellsOf(grid);
  CHECK_OK(cells.status());
  return *std::move(cells);
}

SweepCell Cell(std::string test, absl::string_view spec, int depth) {
  auto pattern = ParsePattern(spec);
  CHECK_OK(pattern.status());
  return {.test = std::move(test), .pattern = *std::move(pattern), .depth = depth};
}

std::vector<std::string> Lengths(absl::string_view text) { return *ParseLengths(text); }
std::vector<int> Depths(absl::string_view text) { return *ParseDepths(text); }

SweepPlan Iometer() {
  return {.preset = "iometer",
          .cells = Grid({.patterns = {"fileserver", "webserver", "database", "workstation"},
                         .lengths = {},
                         .depths = Depths("1..256")})};
}

SweepPlan BlockSizes() {
  return {.preset = "block-sizes",
          .cells = Grid(
              {.patterns = {"seqread", "seqwrite", "randread,align=512", "randwrite,align=512"},
               .lengths = Lengths("512..1m"),
               .depths = {4, 32}})};
}

SweepPlan DepthSweep() {
  return {
      .preset = "depths",
      .cells = Grid(
          {.patterns = {"randread", "randwrite"}, .lengths = {"4k"}, .depths = Depths("1..32")}),
      .time_ns = 180 * kSecondNs};
}

SweepPlan Mixed() {
  return {.preset = "mixed",
          .cells = Grid({.patterns = {"mixed"}, .lengths = {}, .depths = {1, 4, 8}}),
          .time_ns = 180 * kSecondNs};
}

SweepPlan DeepQueue() {
  return {.preset = "deep-queue",
          .cells = Grid({.patterns = {"seqread,bs=256k", "seqwrite,bs=256k", "randread,bs=4k",
                                      "randwrite,bs=4k"},
                         .lengths = {},
                         .depths = {256}})};
}

/// All reads, then all writes.
struct DiskMarkTest {
  const char* name;
  const char* read;
  const char* write;
  int depth;
};

SweepPlan CrystalDiskMark(std::string preset, std::vector<DiskMarkTest> tests,
                          absl::string_view span, int runs) {
  SweepPlan plan{.preset = std::move(preset),
                 .time_ns = 5 * kSecondNs,
                 .pause_ns = 5 * kSecondNs,
                 .rounds = runs,
                 .value = SweepValue::kBest};
  for (const bool reads : {true, false}) {
    for (const DiskMarkTest& test : tests) {
      plan.cells.push_back(Cell(absl::StrCat(test.name, reads ? " read" : " write"),
                                absl::StrCat(reads ? test.read : test.write, ",span=", span),
                                test.depth));
    }
  }
  return plan;
}

SweepPlan CrystalDiskMark3() {
  return CrystalDiskMark("crystaldiskmark3",
                         {{"Seq", "seqread,bs=1m", "seqwrite,bs=1m", 1},
                          {"512K", "randread,bs=512k", "randwrite,bs=512k", 1},
                          {"4K", "randread,bs=4k", "randwrite,bs=4k", 1},
                          {"4K QD32", "randread,bs=4k", "randwrite,bs=4k", 32}},
                         "1000m", 5);
}

SweepPlan CrystalDiskMark8() {
  return CrystalDiskMark("crystaldiskmark8",
                         {{"SEQ1M Q8T1", "seqread,bs=1m", "seqwrite,bs=1m", 8},
                          {"SEQ1M Q1T1", "seqread,bs=1m", "seqwrite,bs=1m", 1},
                          {"RND4K Q32T1", "randread,bs=4k", "randwrite,bs=4k", 32},
                          {"RND4K Q1T1", "randread,bs=4k", "randwrite,bs=4k", 1}},
                         "1g", 5);
}

SweepPlan CrystalDiskMark8Nvme() {
  return CrystalDiskMark(
      "crystaldiskmark8-nvme",
      {{"SEQ1M Q8T1", "seqread,bs=1m", "seqwrite,bs=1m", 8},
       {"SEQ128K Q32T1", "seqread,bs=128k", "seqwrite,bs=128k", 32},
       {"RND4K Q32T16", "randread,bs=4k,threads=16", "randwrite,bs=4k,threads=16", 32},
       {"RND4K Q1T1", "randread,bs=4k", "randwrite,bs=4k", 1}},
      "1g", 5);
}

SweepPlan SniaIops() {
  SweepPlan plan{.preset = "snia-iops", .value = SweepValue::kWindowMean, .until_steady = true};
  for (const int read : {100, 95, 65, 50, 35, 5, 0}) {
    for (const char* const length : {"1m", "128k", "64k", "32k", "16k", "8k", "4k", "512"}) {
      if (read == 0 && absl::string_view(length) == "4k") plan.steady.cell = plan.cells.size();
      plan.cells.push_back(Cell(absl::StrCat("random, ", read, " % reads"),
                                absl::StrCat("randread,bs=", length, ",read=", read), kSniaDepth));
    }
  }
  return plan;
}

SweepPlan SniaThroughput() {
  return {
      .preset = "snia-throughput",
      .cells = Grid(
          {.patterns = {"seqread", "seqwrite"}, .lengths = {"128k", "1m"}, .depths = {kSniaDepth}}),
      .value = SweepValue::kWindowMean,
      .until_steady = true,
      .steady = {.cell = 3, .figure = SteadyRule::Figure::kBandwidth}};
}

SweepPlan SniaLatency() {
  SweepPlan plan{.preset = "snia-latency", .value = SweepValue::kWindowMean, .until_steady = true};
  plan.steady.figure = SteadyRule::Figure::kLatency;
  for (const int read : {100, 65, 0}) {
    for (const char* const length : {"8k", "4k", "512"}) {
      if (read == 0 && absl::string_view(length) == "4k") plan.steady.cell = plan.cells.size();
      plan.cells.push_back(Cell(absl::StrCat("random, ", read, " % reads"),
                                absl::StrCat("randread,bs=", length, ",read=", read), 1));
    }
  }
  return plan;
}

SweepPlan SniaWriteSaturation() {
  return {.preset = "snia-wsat",
          .cells = Grid({.patterns = {"randwrite"}, .lengths = {"4k"}, .depths = {kSniaDepth}}),
          .value = SweepValue::kWindowMean,
          .until_steady = true};
}

}  // namespace

const std::vector<SweepPreset>& SweepPresets() {
  static const auto* const kPresets = new std::vector<SweepPreset>{
      {"block-sizes", "reads and writes of 512 B to 1 MiB, sequential and random, 4 and 32 deep",
       BlockSizes},
      {"depths", "random reads and writes of 4 KiB, 1 to 32 deep, 3 minutes each", DepthSweep},
      {"mixed", "a mixed load of four threads, 1, 4 and 8 deep each", Mixed},
      {"iometer", "IOmeter's file server, web server, database and workstation, 1 to 256 deep",
       Iometer},
      {"deep-queue", "256 KiB sequential and 4 KiB random, 256 deep", DeepQueue},
      {"crystaldiskmark3", "its four tests on 1000 MiB, the best of 5 runs", CrystalDiskMark3},
      {"crystaldiskmark8", "its four tests on 1 GiB, the best of 5 runs", CrystalDiskMark8},
      {"crystaldiskmark8-nvme", "the same with its NVMe profile", CrystalDiskMark8Nvme},
      {"snia-iops", "SNIA PTS IOPS: 56 cells, rounds until the drive is steady", SniaIops},
      {"snia-throughput", "SNIA PTS throughput: 128 KiB and 1 MiB, until steady", SniaThroughput},
      {"snia-latency", "SNIA PTS latency: one I/O at a time, until steady", SniaLatency},
      {"snia-wsat", "SNIA PTS write saturation: 4 KiB random writes until steady",
       SniaWriteSaturation},
  };
  return *kPresets;
}

absl::StatusOr<SweepPlan> MakePresetSweep(absl::string_view name) {
  for (const SweepPreset& preset : SweepPresets()) {
    if (preset.name == name) return preset.make();
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "'", name, "' is no sweep; there are ",
      absl::StrJoin(SweepPresets(), ", ", [](std::string* out, const SweepPreset& preset) {
        absl::StrAppend(out, preset.name);
      })));
}

}  // namespace ioreel
