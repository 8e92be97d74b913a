// Statistics of `ioreel analyze`, without reading a file: I/Os a second on one core.
#include <benchmark/benchmark.h>

#include <memory>
#include <random>
#include <vector>

#include "analysis/workload/workload_meter.h"

namespace ioreel {
namespace {

/// An application's I/Os: three of four tasks go on in runs, one is at random places; 4 to 64 KiB,
/// up to 16 in flight; some flushes.
std::vector<QueuedIo> MixedIos(size_t count, uint64_t device_bytes) {
  std::mt19937_64 random(1);
  std::vector<QueuedIo> ios(count);
  uint64_t ends[8] = {};
  int64_t now_ns = 0;
  for (QueuedIo& io : ios) {
    now_ns += static_cast<int64_t>(1'000 + random() % 20'000);
    io.queue_ns = now_ns;
    io.issue_ns = now_ns + 3'000;
    io.complete_ns = io.issue_ns + static_cast<int64_t>(20'000 + random() % 100'000);
    io.task = static_cast<uint32_t>(random() % 8);
    if (random() % 256 == 0) {
      io.op = Op::kFlush;
      continue;
    }
    uint64_t& end = ends[io.task];
    if (io.task % 4 == 0 || random() % 16 == 0) end = random() % (device_bytes / 4096) * 4096;
    io.offset = end;
    io.length = uint64_t{4096} << (random() % 8 == 0 ? 4 : 0);
    end += io.length;
    io.op = io.task < 4 ? Op::kRead : Op::kWrite;
  }
  return ios;
}

void BM_Analyze(benchmark::State& state) {
  const std::vector<QueuedIo> ios =
      MixedIos(2'000'000, static_cast<uint64_t>(state.range(0)) << 20);
  for (auto _ : state) {
    auto meter = std::make_unique<WorkloadMeter>(1'000'000'000);
    for (const QueuedIo& io : ios) {
      meter->Add(QueueLevelIo(io, 0));
      meter->AddStages(io);
    }
    benchmark::DoNotOptimize(meter->Finish());
  }
  state.SetItemsProcessed(static_cast<int64_t>(ios.size()) * state.iterations());
}
// MiB that the I/Os are spread over: every block watched, and a sample of a large device.
BENCHMARK(BM_Analyze)->Arg(128)->Arg(1 << 20)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ioreel

BENCHMARK_MAIN();
