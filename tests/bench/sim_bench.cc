#include <benchmark/benchmark.h>

#include <memory>
#include <vector>

#include "base/check.h"
#include "replay/models/drive_file.h"

// What a simulated I/O costs. `scripts/bench` runs it.

namespace ioreel {
namespace {

DriveSpec Named(const char* name) {
  const auto file = FindDriveFile(name);
  CHECK(file.ok());
  auto drive = ReadDriveFile(*file);
  CHECK(drive.ok());
  return *std::move(drive);
}

/// 4 KiB at random places, `state.range(0)` in flight.
void BM_Simulate(benchmark::State& state, const char* name, Op op) {
  constexpr uint64_t kIos = 200'000;
  constexpr uint64_t kBlock = 4096;
  const DriveSpec spec = Named(name);
  const auto depth = static_cast<uint64_t>(state.range(0));
  std::vector<DriveDone> done;
  for (auto _ : state) {
    const auto drive = MakeDriveModel(spec, 0, 0);
    uint64_t place = 1, sent = 0, over = 0;
    for (int64_t now_ns = 0; over < kIos; over += done.size()) {
      for (; sent < kIos && sent < over + depth; ++sent) {
        place = place * 6364136223846793005 + 1442695040888963407;
        const uint64_t offset = (place >> 16) % (spec.size_bytes / kBlock) * kBlock;
        drive->Submit({.tag = sent, .offset = offset, .length = kBlock, .op = op}, now_ns);
      }
      now_ns = drive->NextEventNs();
      done.clear();
      drive->Advance(now_ns, &done);
    }
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations() * kIos));
}
BENCHMARK_CAPTURE(BM_Simulate, ssd_read, "intel-520-240", Op::kRead)
    ->Arg(1)
    ->Arg(32)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_Simulate, ssd_write, "intel-520-240", Op::kWrite)
    ->Arg(32)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_Simulate, hdd_read, "constellation-es-7k2", Op::kRead)
    ->Arg(1)
    ->Arg(32)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ioreel

BENCHMARK_MAIN();
