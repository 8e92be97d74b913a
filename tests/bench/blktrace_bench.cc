// Speed of the way from blktrace records to rows, in events a second. blkparse on the same files:
//   time blkparse -i d_real -o /dev/null           (text)
//   time blkparse -i d_real -O -d /dev/null        (decoding and merging alone)
#include <benchmark/benchmark.h>

#include <vector>

#include "base/check.h"
#include "base/file.h"
#include "formats/blktrace/stream_decoder.h"
#include "formats/load.h"
#include "formats/pairing/request_pairer.h"
#include "tests/support/blktrace_bytes.h"
#include "tests/support/shared_files.h"

namespace ioreel {
namespace {

constexpr const char* kTrace = "traces/own/d_real.blktrace.0";
constexpr const char* kOther = "traces/own/d_real.blktrace.1";

std::vector<StageEvent> DecodeEvents(const std::string& bytes) {
  ImportLog log;
  BlktraceDecoder decoder("bench", &log);
  Feed(bytes, &decoder);
  decoder.End();
  std::vector<StageEvent> events;
  BlktraceItem item;
  while (decoder.Next(&item)) events.push_back(item.raw.event);
  return events;
}

void BM_Decode(benchmark::State& state) {
  const std::string path = SharedFile(kTrace);
  if (path.empty()) return state.SkipWithError("no handed traces: IOREEL_SHARED");
  const std::string bytes = ReadFile(path).value();
  int64_t events = 0;
  for (auto _ : state) {
    ImportLog log;
    BlktraceDecoder decoder("bench", &log);
    Feed(bytes, &decoder);
    decoder.End();
    BlktraceItem item;
    while (decoder.Next(&item)) ++events;
  }
  state.SetItemsProcessed(events);
}
BENCHMARK(BM_Decode);

void BM_Pair(benchmark::State& state) {
  const std::string path = SharedFile(kTrace), other = SharedFile(kOther);
  if (path.empty() || other.empty()) return state.SkipWithError("no handed traces: IOREEL_SHARED");
  std::vector<StageEvent> events = DecodeEvents(ReadFile(path).value());
  for (const StageEvent& event : DecodeEvents(ReadFile(other).value())) events.push_back(event);
  std::stable_sort(events.begin(), events.end(),
                   [](const StageEvent& a, const StageEvent& b) { return a.time_ns < b.time_ns; });
  TraceChunk chunk;
  for (auto _ : state) {
    RequestPairer pairer({});
    for (size_t i = 0; i < events.size(); ++i) {
      pairer.Add(events[i]);
      if (i % 8192 != 0) continue;
      chunk.Clear();
      pairer.Take(4096, false, &chunk);
    }
    chunk.Clear();
    while (pairer.Take(4096, true, &chunk)) chunk.Clear();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(events.size()));
}
BENCHMARK(BM_Pair);

/// Files to rows: opening, the first pass, decoding, merging, pairing.
void BM_ReadRecording(benchmark::State& state) {
  const std::string path = SharedFile(kTrace);
  if (path.empty()) return state.SkipWithError("no handed traces: IOREEL_SHARED");
  uint64_t events = 0;
  for (auto _ : state) {
    ImportLog log;
    auto reader = OpenTrace({path}, "blktrace", {}, &log);
    CHECK_OK(reader.status());
    TraceChunk chunk;
    while ((*reader)->Read(&chunk).value()) benchmark::DoNotOptimize(chunk);
    for (const auto& [stage, count] : (*reader)->info().stage_events) events += count;
  }
  state.SetItemsProcessed(static_cast<int64_t>(events));
}
BENCHMARK(BM_ReadRecording)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ioreel

BENCHMARK_MAIN();
