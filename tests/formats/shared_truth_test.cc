#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "absl/strings/ascii.h"
#include "absl/strings/str_split.h"
#include "formats/load.h"
#include "tests/support/matchers.h"
#include "tests/support/shared_files.h"
#include "tests/support/whole_trace.h"

/// Every handed text trace against the counts that an independent tool made of it.

namespace ioreel {
namespace {

using nlohmann::json;

/// How files of a kind are read, and the unit of the truth's times; 0 = those of the truth are
/// others than the start.
struct Kind {
  std::string format;  ///< to be named; "" = told by the contents
  int64_t time_unit_ns = 0;
};

const std::map<std::string, Kind>& Kinds() {
  static const auto* kinds = new std::map<std::string, Kind>{
      {"blkreplay", {"", 1'000'000'000}},
      {"iolog", {"", 1'000}},
      {"disksim", {"disksim", 1'000'000}},
      {"heimdall", {"heimdall", 1'000'000}},
      {"mqsim", {"mqsim", 1}},
      {"spc", {"", 1'000'000'000}},
      {"ssdsim", {"ssdsim", 1}},
      {"vscsi", {"", 1'000}},
      {"vscsi-csv", {"", 1'000'000'000}},
      {"wpa-csv", {"", 0}},
  };
  return *kinds;
}

/// Texts of kernel events, whose truth counts them by action or tracepoint and operation.
bool IsKernelText(const std::string& kind) {
  return kind == "blkparse" || kind == "perf-script" || kind == "ftrace-text";
}

struct ManifestRow {
  std::string file, kind;
  json truth;
};

/// Files that hold no trace: the tests of their formats have what is said of them.
bool IsRefused(const std::string& file) {
  return file == "csv/wpa/wpa_de_one_row.csv" || file == "csv/wpa/wpa_empty.csv";
}

/// The rows whose truth counts ops, as the other tool wrote it.
std::vector<ManifestRow> ReadManifest(const std::string& path) {
  std::vector<ManifestRow> rows;
  std::ifstream lines(path);
  for (std::string line; std::getline(lines, line);) {
    const std::vector<std::string> fields = absl::StrSplit(line, '\t');
    if (fields.size() < 10 || !(Kinds().count(fields[1]) || IsKernelText(fields[1]))) continue;
    if (IsRefused(fields[0])) continue;
    ManifestRow row{.file = fields[0], .kind = fields[1]};
    std::istringstream(fields[9]) >> row.truth;
    rows.push_back(std::move(row));
  }
  return rows;
}

/// The truth's word for an op, whatever the tool called it.
std::string WordOf(const QueuedIo& io, const json& truth) {
  if (truth.contains("type0") || truth.contains("type1"))
    return io.op == Op::kRead ? "type1" : "type0";
  std::string word(io.op == Op::kDiscard ? "trim" : OpName(io.op));
  if (truth.contains("Read")) word[0] = absl::ascii_toupper(static_cast<unsigned char>(word[0]));
  return word;
}

class SharedTruthTest : public testing::Test {
 protected:
  void Compare(const std::string& path, const ManifestRow& row) {
    SCOPED_TRACE(row.file);
    ImportLog log;
    const Kind& kind = Kinds().at(row.kind);
    auto reader = OpenTrace({path}, kind.format, {}, &log);
    ASSERT_THAT(reader, IsOk());
    const auto trace = ReadWhole(**reader);
    ASSERT_THAT(trace, IsOk());
    EXPECT_FALSE(log.HasDataLoss());
    CompareOps(*trace, row.truth);
    CompareDevices(*trace, row.truth);
    if (kind.time_unit_ns > 0) CompareTimes(*trace, row.truth, kind.time_unit_ns);
  }

 private:
  static void CompareOps(const WholeTrace& trace, const json& truth) {
    std::map<std::string, uint64_t> ops, bytes;
    uint64_t end = 0;
    for (const QueuedIo& io : trace.rows.queued) {
      const std::string word = WordOf(io, truth["ops"]);
      ++ops[word];
      bytes[word] += io.length;
      end = std::max(end, io.offset + io.length);
    }
    for (const char* no_io : {"add", "open", "close"}) ops[no_io] = truth["ops"].value(no_io, 0);
    std::erase_if(ops, [](const auto& entry) { return entry.second == 0; });
    EXPECT_EQ(json(ops), truth["ops"]);
    EXPECT_EQ(json(bytes), truth["bytes"]);
    if (truth.contains("max_end_byte")) EXPECT_EQ(end, truth["max_end_byte"].get<uint64_t>());
  }

  /// The truth lists the twenty busiest.
  static void CompareDevices(const WholeTrace& trace, const json& truth) {
    if (!truth.contains("devices")) return;
    std::map<std::string, uint64_t> devices;
    for (const QueuedIo& io : trace.rows.queued) ++devices[trace.info.devices[io.device].name];
    EXPECT_EQ(trace.info.devices.size(), truth["n_devices"].get<uint64_t>());
    for (const auto& [name, count] : truth["devices"].items())
      EXPECT_EQ(devices[name], count.get<uint64_t>()) << name;
  }

  static void CompareTimes(const WholeTrace& trace, const json& truth, int64_t unit_ns) {
    const int64_t clock = std::max<int64_t>(trace.info.start_clock_ns, 0);
    const auto in_units = [&](const QueuedIo& io) {
      return static_cast<double>(io.queue_ns + clock) / static_cast<double>(unit_ns);
    };
    if (truth["ops"].contains("add")) return;  // first and last are file actions
    const bool whole = trace.info.clock_resolution_ns == unit_ns;  // maybe spread within a unit
    const double last = in_units(trace.rows.queued.back());
    EXPECT_DOUBLE_EQ(in_units(trace.rows.queued.front()), truth["min"].get<double>());
    EXPECT_DOUBLE_EQ(whole ? std::floor(last) : last, truth["max"].get<double>());
  }
};

TEST_F(SharedTruthTest, EveryFileHasItsCounts) {
  SKIP_WITHOUT_SHARED(manifest, "traces/manifest.tsv");
  std::map<std::string, int> compared;
  for (const ManifestRow& row : ReadManifest(manifest)) {
    if (IsKernelText(row.kind)) continue;
    Compare(SharedFile("traces/" + row.file), row);
    ++compared[row.kind];
  }
  EXPECT_EQ(compared.size(), Kinds().size());
}

/// The stage and operation of the truth's "D:R" or "block_rq_issue:R".
std::pair<std::string, std::string> StageAndOp(const std::string& key) {
  const std::map<std::string, std::string> stages = {
      {"block_rq_issue", "D"}, {"block_rq_complete", "C"}, {"block_rq_insert", "I"}};
  const std::pair<std::string, std::string> parts = absl::StrSplit(key, ':');
  const auto found = stages.find(parts.first);
  return {found == stages.end() ? parts.first : found->second, parts.second};
}

/// "D:R": by operation what was issued or, where nothing else is told, completed.
template <typename Row>
void CountRows(const std::vector<Row>& rows, const std::string& stage, json* counts, json* bytes) {
  const std::map<Op, std::string> letters = {
      {Op::kRead, "R"}, {Op::kWrite, "W"}, {Op::kPassthrough, "N"}};
  for (const Row& row : rows) {
    const std::string key = stage + ":" + letters.at(row.op);
    (*counts)[key] = counts->value(key, 0) + 1;
    if (row.length > 0) (*bytes)[key] = bytes->value(key, uint64_t{0}) + row.length;
  }
}

void CompareKernelText(const std::string& path, const json& truth) {
  ImportLog log;
  auto reader = OpenTrace({path}, "", {}, &log);
  ASSERT_THAT(reader, IsOk());
  const auto trace = ReadWhole(**reader);
  ASSERT_THAT(trace, IsOk());
  EXPECT_FALSE(log.HasDataLoss());
  json counts = json::object(), bytes = counts, stages = counts;
  CountRows(trace->rows.requests, "D", &counts, &bytes);
  CountRows(trace->rows.queued, "C", &counts, &bytes);
  const json& events = truth.contains("events") ? truth["events"] : truth["actions"];
  for (const auto& [key, count] : events.items()) {
    const auto [stage, op] = StageAndOp(key);
    stages[stage] = stages.value(stage, 0) + count.get<int>();
    if (stage != "D" && !(stage == "C" && trace->rows.requests.empty())) continue;
    EXPECT_EQ(counts[stage + ":" + op], count) << key;
    EXPECT_EQ(bytes.value(stage + ":" + op, 0), truth["bytes"].value(key, 0)) << key;
  }
  EXPECT_EQ(json(trace->info.stage_events), stages);
}

TEST(SharedKernelTextTest, EveryFileHasItsCounts) {
  SKIP_WITHOUT_SHARED(manifest, "traces/manifest.tsv");
  int compared = 0;
  for (const ManifestRow& row : ReadManifest(manifest)) {
    if (!IsKernelText(row.kind)) continue;
    SCOPED_TRACE(row.file);
    CompareKernelText(SharedFile("traces/" + row.file), row.truth);
    ++compared;
  }
  EXPECT_EQ(compared, 4);
}

json TruthOf(const std::string& manifest, const std::string& file) {
  std::ifstream lines(manifest);
  for (std::string line; std::getline(lines, line);) {
    const std::vector<std::string> fields = absl::StrSplit(line, '\t');
    if (fields.size() >= 10 && fields[0] == file) return json::parse(fields[9]);
  }
  return json();
}

/// Whose truth counts rows and blocks by command.
TEST(SharedHfplayerTest, TheLogHasItsCounts) {
  SKIP_WITHOUT_SHARED(path, "traces/csv/hfplayer/small-tpch.csv");
  const json truth = TruthOf(SharedFile("traces/manifest.tsv"), "csv/hfplayer/small-tpch.csv");
  ImportLog log;
  auto reader = OpenTrace({path}, "", {}, &log);
  ASSERT_THAT(reader, IsOk());
  const auto trace = ReadWhole(**reader);
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->info.source, "hfplayer");
  uint64_t blocks = 0;
  for (const QueuedIo& io : trace->rows.queued) {
    EXPECT_EQ(io.op, Op::kWrite);
    blocks += io.length / 512;
  }
  EXPECT_EQ(trace->rows.queued.size(), truth["rows"].get<uint64_t>());
  EXPECT_EQ(blocks, truth["blocks"]["WR_IN/phase0"].get<uint64_t>());
  const auto in_us = [&](const QueuedIo& io) {
    return static_cast<double>(io.queue_ns + trace->info.start_clock_ns) / 1e3;
  };
  EXPECT_DOUBLE_EQ(in_us(trace->rows.queued.front()), truth["first_us"].get<double>());
  EXPECT_DOUBLE_EQ(in_us(trace->rows.queued.back()), truth["last_us"].get<double>());
}

}  // namespace
}  // namespace ioreel
