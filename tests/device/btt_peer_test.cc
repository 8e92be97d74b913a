#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <random>
#include <sstream>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analysis/workload/workload.h"
#include "base/file.h"
#include "formats/load.h"
#include "tests/support/blktrace_bytes.h"
#include "tests/support/matchers.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"
#include "tests/support/shared_files.h"
#include "tests/support/vector_trace.h"
#include "tests/support/whole_trace.h"

/// The figures of analyze are those of the installed btt and blkparse on the same recording.

namespace ioreel {
namespace {

/// What btt prints of a stage, in ns.
struct BttRow {
  int64_t min = 0, mean = 0, max = 0;
  uint64_t count = 0;
  bool operator==(const BttRow&) const = default;
};

std::ostream& operator<<(std::ostream& out, const BttRow& row) {
  return out << row.min << " " << row.mean << " " << row.max << " ns, " << row.count << " times";
}

BttRow RowOf(const Distribution& times) {
  return {times.min, std::llround(times.mean), times.max, times.count};
}

int64_t NsOf(const std::string& seconds) {
  const std::pair<std::string, std::string> parts = absl::StrSplit(seconds, '.');
  return std::stoll(parts.first) * 1'000'000'000 + std::stoll(parts.second);
}

struct Btt {
  std::map<std::string, BttRow> stages;
  std::map<std::string, std::pair<uint64_t, double>> seeks;  ///< count and mean in sectors
  std::vector<double> q2d_ns;  ///< of each I/O, rounded to 1 µs; the shortest first
};

/// One device's seeks: "( 7, 1) | 6941 57396.3 0 | …".
std::pair<uint64_t, double> SeekRow(const std::string& line) {
  const std::vector<std::string> columns = absl::StrSplit(line, '|');
  std::istringstream words(columns.at(1));
  std::pair<uint64_t, double> row;
  words >> row.first >> row.second;
  return row;
}

Btt ParseBtt(const std::string& text) {
  Btt btt;
  std::string section;
  for (const std::string& line : std::vector<std::string>(absl::StrSplit(text, '\n'))) {
    if (absl::StartsWith(line, "===")) section = line;
    const std::vector<std::string> words = absl::StrSplit(line, ' ', absl::SkipWhitespace());
    if (absl::StrContains(section, "All Devices") && words.size() == 5 && words[0].size() == 3 &&
        words[0] != "ALL") {
      BttRow& row = btt.stages[words[0]];
      row = {NsOf(words[1]), NsOf(words[2]), NsOf(words[3]), 0};
      EXPECT_TRUE(absl::SimpleAtoi(words[4], &row.count));
    }
    for (const std::string seek : {"Q2Q", "D2D"}) {
      if (absl::StrContains(section, seek + " Seek") && absl::StartsWith(line, " ("))
        btt.seeks[seek] = SeekRow(line);
    }
  }
  return btt;
}

/// Its table has no Q2D, but it writes that of each I/O: "0.000213 0.000001", time and Q2D, into a
/// file for each device.
std::vector<double> ReadQ2d(const std::string& folder) {
  std::vector<double> q2d_ns;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (!absl::EndsWith(entry.path().string(), "_q2d.dat")) continue;
    std::ifstream lines(entry.path());
    for (double time_s, q2d_s; lines >> time_s >> q2d_s;) q2d_ns.push_back(q2d_s * 1e9);
  }
  std::sort(q2d_ns.begin(), q2d_ns.end());
  return q2d_ns;
}

/// Runs blkparse and btt on the recording `base`, in a folder of their own, for they litter it.
Btt RunBtt(const std::string& base) {
  const std::string folder = ScratchPath("btt");
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const ProgramRun parse = RunProgram({"blkparse", "-q", "-O", "-i", base, "-d", folder + "/dump"});
  EXPECT_EQ(parse.code, 0) << parse.err;
  const ProgramRun btt =
      RunProgram({"sh", "-c", absl::StrCat("cd '", folder, "' && btt -i dump -o out -z q2d")});
  EXPECT_EQ(btt.code, 0) << btt.err;
  const auto text = ReadFile(folder + "/out.avg");
  EXPECT_THAT(text, IsOk());
  Btt figures = ParseBtt(text.value_or(""));
  figures.q2d_ns = ReadQ2d(folder);
  return figures;
}

/// "Reads Queued: 647, 47316KiB": the totals of blkparse's summary.
struct Total {
  uint64_t count = 0, kib = 0;
  bool operator==(const Total&) const = default;
};
std::map<std::string, Total> BlkparseTotals(const std::string& base) {
  const ProgramRun run = RunProgram({"blkparse", "-i", base});
  std::map<std::string, Total> totals;
  // With one CPU there is no "Total": the last table is the one of all.
  for (const std::string& text :
       std::vector<std::string>(absl::StrSplit(run.out, absl::ByAnyChar("\n\t")))) {
    Total total;
    char name[32];
    if (std::sscanf(text.c_str(), " %31[A-Za-z ]: %lu, %luKiB", name, &total.count, &total.kib) ==
        3)
      totals[name] = total;
  }
  return totals;
}

Workload AnalyzeRows(const TraceInfo& info, const TraceChunk& rows, Level level) {
  auto workload = AnalyzeTrace(MakeVectorReader(info, {rows}), {.level = level});
  EXPECT_THAT(workload, IsOk());
  return workload.ok() ? *std::move(workload) : Workload();
}

WholeTrace Load(const std::string& base) {
  ImportLog log;
  auto reader = OpenTrace({base}, "", {}, &log);
  EXPECT_THAT(reader, IsOk());
  auto trace = ReadWhole(**reader);
  EXPECT_THAT(trace, IsOk());
  return trace.ok() ? *std::move(trace) : WholeTrace();
}

/// The queued I/Os as btt times them: until their data was done, without the flush that the kernel
/// sends behind it for some writes; and not those that were cut into several requests.
TraceChunk TimedByBtt(const TraceChunk& rows) {
  std::vector<std::vector<uint64_t>> requests(rows.queued.size());
  for (const IoLink& link : rows.links) requests[link.queued].push_back(link.request);
  TraceChunk kept;
  for (size_t i = 0; i < rows.queued.size(); ++i) {
    if (requests[i].size() != 1) continue;
    kept.queued.push_back(rows.queued[i]);
    kept.queued.back().complete_ns = rows.requests[requests[i][0]].complete_ns;
  }
  return kept;
}

/// btt takes the first I/O for a seek from sector 0.
void ExpectSeeks(const std::pair<uint64_t, double>& btt, const Distribution& ours,
                 uint64_t first_offset) {
  EXPECT_EQ(btt.first, ours.count + 1);
  const double total =
      ours.mean * static_cast<double>(ours.count) + static_cast<double>(first_offset);
  EXPECT_NEAR(btt.second, total / 512 / static_cast<double>(btt.first), 0.051);
}

/// Within what btt's rounding leaves open, and the histogram of the quantiles.
void ExpectQ2d(const std::vector<double>& btt_ns, const Distribution& ours) {
  ASSERT_EQ(btt_ns.size(), ours.count);
  ASSERT_FALSE(btt_ns.empty());
  constexpr double kRounding = 501;
  EXPECT_NEAR(static_cast<double>(ours.min), btt_ns.front(), kRounding);
  EXPECT_NEAR(static_cast<double>(ours.max), btt_ns.back(), kRounding);
  const double sum = std::accumulate(btt_ns.begin(), btt_ns.end(), 0.0);
  EXPECT_NEAR(ours.mean, sum / static_cast<double>(btt_ns.size()), kRounding);
  for (const auto& [share, ns] : {std::pair{0.5, ours.p50}, {0.9, ours.p90}, {0.99, ours.p99}}) {
    const auto rank = static_cast<size_t>(std::ceil(share * static_cast<double>(btt_ns.size())));
    EXPECT_NEAR(static_cast<double>(ns), btt_ns[rank - 1], kRounding + 0.004 * btt_ns[rank - 1])
        << share;
  }
}

void ExpectSameFigures(const std::string& base) {
  const WholeTrace trace = Load(base);
  const Btt btt = RunBtt(base);
  const Workload queued = AnalyzeRows(trace.info, trace.rows, Level::kQueue);
  const Workload whole = AnalyzeRows(trace.info, TimedByBtt(trace.rows), Level::kQueue);
  EXPECT_EQ(RowOf(queued.gap_ns), btt.stages.at("Q2Q"));
  EXPECT_EQ(RowOf(whole.stats.latency.all), btt.stages.at("Q2C"));
  EXPECT_EQ(RowOf(whole.d2c.all), btt.stages.at("D2C"));
  ExpectQ2d(btt.q2d_ns, whole.q2d.all);

  const Workload issued = AnalyzeRows(trace.info, trace.rows, Level::kIssue);
  const std::map<std::string, Total> totals = BlkparseTotals(base);
  const auto total = [](const Workload& workload, std::initializer_list<Op> ops) {
    Total sum;
    for (const Op op : ops) {
      const auto known = workload.stats.ops.find(op);
      if (known == workload.stats.ops.end()) continue;
      sum.count += known->second.total.ios;
      sum.kib += known->second.total.bytes / 1024;
    }
    return sum;
  };
  // A flush bio is a write to blkparse, a flush request a read.
  EXPECT_EQ(total(queued, {Op::kRead}), totals.at("Reads Queued"));
  EXPECT_EQ(total(queued, {Op::kWrite, Op::kFlush}), totals.at("Writes Queued"));
  EXPECT_EQ(total(issued, {Op::kRead, Op::kFlush}), totals.at("Read Dispatches"));
  EXPECT_EQ(total(issued, {Op::kWrite}), totals.at("Write Dispatches"));

  if (trace.info.devices.size() > 1) return;  // seeks are told for each
  const auto first = [](const auto& rows) {
    return std::find_if(rows.begin(), rows.end(), [](const auto& r) { return r.length > 0; });
  };
  ExpectSeeks(btt.seeks.at("Q2Q"), queued.seek_bytes, first(trace.rows.queued)->offset);
  ExpectSeeks(btt.seeks.at("D2D"), issued.seek_bytes, first(trace.rows.requests)->offset);
}

class BttPeerTest : public testing::Test {
 protected:
  void SetUp() override {
    if (RunProgram({"btt", "-V"}).code == 127 || RunProgram({"blkparse", "-V"}).code != 0)
      GTEST_SKIP() << "btt and blkparse are not installed (package blktrace)";
  }
};

TEST_F(BttPeerTest, OnARecordingOfARealWorkload) {
  SKIP_WITHOUT_SHARED(first, "traces/own/d_real.blktrace.0");
  ExpectSameFigures(first.substr(0, first.size() - std::string(".blktrace.0").size()));
}

/// Reads and writes on two devices, a third of them merged behind another, in the kernel's records.
std::string MadeRecording() {
  std::mt19937 random(5);
  std::vector<BlktraceBytes> events;
  int64_t now_ns = 1000;
  for (uint32_t i = 0; i < 400; ++i) {
    now_ns += 200 + random() % 90'000;
    BlktraceBytes at;
    at.device = i % 3 == 0 ? 8 << 20 : 8 << 20 | 16;
    at.categories = i % 2 ? 1 << 0 : 1 << 1;
    at.sector = 1'000'000 + uint64_t{i} * 512;
    const auto add = [&](uint32_t code, int64_t after_ns, uint64_t sector, uint32_t bytes) {
      at.code = code;
      at.time_ns = static_cast<uint64_t>(now_ns + after_ns);
      BlktraceBytes event = at;
      event.sector = sector;
      event.bytes = bytes;
      events.push_back(event);
    };
    const uint32_t bytes = 4096 << random() % 3;
    const bool merged = random() % 3 == 0;
    add(1, 0, at.sector, bytes);     // Q
    add(4, 150, at.sector, bytes);   // G
    add(12, 300, at.sector, bytes);  // I
    if (merged) {
      add(1, 400, at.sector + bytes / 512, 4096);  // Q
      add(2, 450, at.sector + bytes / 512, 4096);  // M
    }
    const uint32_t whole = bytes + (merged ? 4096 : 0);
    const int64_t issue_ns = 600 + random() % 30'000;
    add(7, issue_ns, at.sector, whole);                           // D
    add(8, issue_ns + 1 + random() % 300'000, at.sector, whole);  // C
  }
  std::stable_sort(events.begin(), events.end(),
                   [](const auto& a, const auto& b) { return a.time_ns < b.time_ns; });
  std::string bytes;
  std::map<uint32_t, uint32_t> sequences;  // each device has its own
  for (BlktraceBytes& event : events) {
    event.sequence = ++sequences[event.device];
    bytes += event.Encode();
  }
  return bytes;
}

TEST_F(BttPeerTest, OnARecordingOfTwoDevices) {
  const std::string file = ScratchFile("made.blktrace.0", MadeRecording());
  ExpectSameFigures(file.substr(0, file.size() - std::string(".blktrace.0").size()));
}

}  // namespace
}  // namespace ioreel
