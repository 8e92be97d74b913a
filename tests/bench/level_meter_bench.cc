#include <benchmark/benchmark.h>

#include <random>
#include <vector>

#include "analysis/workload/level_meter.h"

namespace ioreel {
namespace {

/// Reads and writes of 4 KiB at random places of a drive of 1 TiB, 16 in flight, 8 tasks.
std::vector<Io> RandomIos(size_t count) {
  std::mt19937_64 random(1);
  std::vector<Io> ios(count);
  int64_t now_ns = 0;
  for (Io& io : ios) {
    now_ns += 5'000;
    io.start_ns = now_ns;
    io.complete_ns = now_ns + 80'000;
    io.offset = random() % (uint64_t{1} << 28) * 4096;
    io.length = 4096;
    io.task = static_cast<uint32_t>(random() % 8);
    io.op = random() % 2 ? Op::kRead : Op::kWrite;
  }
  return ios;
}

void BM_LevelMeterRandom(benchmark::State& state) {
  const std::vector<Io> ios = RandomIos(1'000'000);
  for (auto _ : state) {
    LevelMeter meter;
    for (const Io& io : ios) meter.Add(io);
    benchmark::DoNotOptimize(meter.Finish());
  }
  state.SetItemsProcessed(static_cast<int64_t>(ios.size()) * state.iterations());
}
BENCHMARK(BM_LevelMeterRandom)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ioreel

BENCHMARK_MAIN();
