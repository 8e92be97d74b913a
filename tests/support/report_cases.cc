#include "tests/support/report_cases.h"

#include <random>

#include "base/check.h"
#include "formats/result/run_result_fields.h"
#include "tests/support/sample_result.h"
#include "tests/support/vector_trace.h"

namespace ioreel {
namespace {

/// Makes every text below it a hostile one.
struct Harm {
  template <typename T>
  void operator()(const char*, T& field) {
    Fill(&field);
  }
  void Fill(std::string* text) { *text = kHostileName; }
  template <HasFields T>
  void Fill(T* fields) {
    VisitFields(*fields, *this);
  }
  template <typename T>
  void Fill(std::vector<T>* values) {
    for (T& value : *values) Fill(&value);
  }
  template <typename T>
  void Fill(std::optional<T>* value) {
    if (*value) Fill(&**value);
  }
  template <typename T>
  void Fill(std::map<std::string, T>* values) {
    std::map<std::string, T> harmed;
    for (auto& [key, value] : *values) {
      Fill(&value);
      harmed[key + kHostileName] = value;
    }
    *values = std::move(harmed);
  }
  template <typename T>
  void Fill(T*) {}
};

OpSummary MadeUpOp(Op op, uint64_t count, double slower) {
  const auto ns = [slower](double fast) { return static_cast<int64_t>(fast * slower); };
  OpSummary summary{.op = op, .count = count, .bytes = count * 8192};
  summary.completion = {.count = count,
                        .mean_ns = 75e3 * slower,
                        .p50_ns = ns(60e3),
                        .p95_ns = ns(200e3),
                        .p99_ns = ns(900e3),
                        .p999_ns = ns(4e6),
                        .max_ns = ns(12e6)};
  return summary;
}

MemberResult MadeUpMember(const std::string& path) {
  return {.path = path,
          .read_bytes = 90 << 20,
          .written_bytes = 40 << 20,
          .busy_ns = 300'000'000,
          .bandwidth_bytes_per_s = 433e6,
          .iops = 800,
          .mean_access_ns = 70'000,
          .mean_depth = 2.5,
          .ops = {},
          .errors = {}};
}

void Enrich(double slower, RepeatResult* repeat) {
  repeat->elapsed_ns = repeat->completion_ns;
  repeat->written_bytes = 80'000'000;
  repeat->ops = {MadeUpOp(Op::kRead, 20'000, slower), MadeUpOp(Op::kWrite, 10'000, 3 * slower),
                 MadeUpOp(Op::kFlush, 40, 20 * slower)};
  for (uint64_t i = 0; i < 2; ++i)
    repeat->seconds.push_back({10'000 + 3000 * i, 5000, 20, 80 << 20, 40 << 20});
  repeat->array = ArrayResult{.write_amplification = 1.75,
                              .members = {MadeUpMember("fast.img"), MadeUpMember("slow.img")},
                              .caches = {{.block_bytes = 65'536,
                                          .blocks = 1024,
                                          .read_hits = 7000,
                                          .read_misses = 3000,
                                          .write_hits = 10,
                                          .write_misses = 20,
                                          .read_hit_ratio = 0.7}}};
  repeat->volumes = {MadeUpMember("sda.img"), MadeUpMember("sdb.img")};
  repeat->substitutions = {{"discard skipped: target has no discard", 12, 4096, true}};
  repeat->verification = Verification{.checked_bytes = 1 << 20};
  repeat->fidelity.planned = repeat->fidelity.issued = 30'040;
  repeat->fidelity.error_p99_ns = 2'000'000;
}

}  // namespace

RunResult HostileResult() {
  RunResult result = FullResult();
  Harm().Fill(&result);
  result.mode = "timed";
  result.level = "issue";
  return result;
}

RunResult RichResult() {
  RunResult result = SoundResult();
  double slower = 1;
  for (RepeatResult& repeat : result.repeats) Enrich(slower += 0.05, &repeat);
  return result;
}

ReportedTrace TraceForReport(std::vector<QueuedIo> queued, const std::string& name) {
  TraceInfo info;
  info.devices.push_back({.name = name});
  info.tasks.push_back({.name = name});
  info.source = name;
  TraceChunk chunk;
  chunk.queued = std::move(queued);
  auto trace = ReadForReport(MakeVectorReader(std::move(info), {std::move(chunk)}));
  CHECK(trace.ok());
  trace->file.name = name;
  return *std::move(trace);
}

std::vector<QueuedIo> MixedIos() {
  std::mt19937_64 random(11);
  std::vector<QueuedIo> ios;
  for (int i = 0; i < 2000; ++i) {
    QueuedIo& io = ios.emplace_back();
    io.queue_ns = int64_t{i} * 10'000'000;
    io.complete_ns = io.queue_ns + static_cast<int64_t>(20'000 + random() % 30'000'000);
    io.op = i % 100 == 99 ? Op::kFlush : i % 3 == 0 ? Op::kWrite : Op::kRead;
    io.offset = io.op == Op::kFlush ? 0 : random() % (1 << 20) * 4096;
    io.length = io.op == Op::kFlush ? 0 : 4096;
    io.task = 0;
  }
  return ios;
}

}  // namespace ioreel
