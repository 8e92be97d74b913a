// The trace container: bytes a queued I/O of whole files, and speed of its blocks on one core.
// "file_bytes" are those of the finished file, header, tasks and index included.
#include <benchmark/benchmark.h>

#include <cmath>
#include <filesystem>
#include <random>
#include <vector>

#include "base/check.h"
#include "formats/container/container_reader.h"
#include "formats/container/container_writer.h"
#include "formats/load.h"
#include "tests/support/shared_files.h"

namespace ioreel {
namespace {

struct Trace {
  TraceInfo info;
  std::vector<TraceChunk> chunks;
  int64_t queued = 0;
};

/// Many I/Os of four tasks: runs of 4 KiB writes that merge, and random reads.
const Trace& Generated() {
  static const Trace* const trace = [] {
    auto* made = new Trace;
    made->info.devices.resize(1);
    made->info.tasks.resize(4);
    std::mt19937_64 random(1);
    std::exponential_distribution<double> think(1e-4);
    uint64_t ends[4] = {};
    int64_t now_ns = 0;
    uint64_t requests = 0;
    while (made->queued < 1'000'000) {
      TraceChunk& chunk = made->chunks.emplace_back();
      chunk.first_queued = static_cast<uint64_t>(made->queued);
      chunk.first_request = requests;
      while (chunk.queued.size() < 10'000) {
        const auto task = static_cast<uint32_t>(random() % 4);
        const bool writes = task < 2;
        if (!writes || random() % 16 == 0) ends[task] = random() % (1 << 24) * 4096;
        const uint64_t joined = writes ? 1 + random() % 8 : 1;
        const uint64_t begin = ends[task];
        for (uint64_t i = 0; i < joined; ++i) {
          now_ns += 400 + static_cast<int64_t>(random() % 200);
          chunk.links.push_back({chunk.first_queued + chunk.queued.size(), requests});
          chunk.queued.push_back({.queue_ns = now_ns,
                                  .offset = ends[task],
                                  .length = 4096,
                                  .task = task,
                                  .cpu = static_cast<uint16_t>(task),
                                  .op = writes ? Op::kWrite : Op::kRead});
          ends[task] += 4096;
        }
        const int64_t issue_ns = now_ns + 2000 + static_cast<int64_t>(random() % 1000);
        const auto complete_ns = issue_ns + 50'000 + static_cast<int64_t>(think(random));
        for (uint64_t i = chunk.queued.size() - joined; i < chunk.queued.size(); ++i) {
          chunk.queued[i].issue_ns = issue_ns;
          chunk.queued[i].complete_ns = complete_ns;
        }
        chunk.requests.push_back({.issue_ns = issue_ns,
                                  .complete_ns = complete_ns,
                                  .offset = begin,
                                  .length = joined * 4096,
                                  .task = task,
                                  .cpu = static_cast<uint16_t>(task),
                                  .op = writes ? Op::kWrite : Op::kRead});
        ++requests;
        now_ns += static_cast<int64_t>(think(random));
      }
      made->queued += static_cast<int64_t>(chunk.queued.size());
    }
    return made;
  }();
  return *trace;
}

Trace Load(const std::string& path) {
  Trace trace;
  ImportLog log;
  const auto reader = OpenTrace({path}, "", {}, &log);
  CHECK_OK(reader.status());
  for (TraceChunk chunk; (*reader)->Read(&chunk).value();) {
    trace.queued += static_cast<int64_t>(chunk.queued.size());
    trace.chunks.push_back(chunk);
  }
  trace.info = (*reader)->info();
  return trace;
}

/// In memory, so that the disk is not measured.
std::string OutputPath() {
  const bool shm = std::filesystem::exists("/dev/shm");
  return std::string(shm ? "/dev/shm" : "/tmp") + "/ioreel_container_bench.ioreel";
}

void Write(const Trace& trace, const std::string& path) {
  const auto writer = ContainerWriter::Create(path);
  CHECK_OK(writer.status());
  for (const TraceChunk& chunk : trace.chunks) CHECK_OK((*writer)->Write(trace.info, chunk));
  CHECK_OK((*writer)->Finish(trace.info));
}

void Encode(benchmark::State& state, const Trace& trace) {
  const std::string path = OutputPath();
  for (auto _ : state) Write(trace, path);
  const auto bytes = static_cast<double>(std::filesystem::file_size(path));
  state.SetItemsProcessed(state.iterations() * trace.queued);
  state.counters["file_bytes"] = bytes;
  state.counters["bytes_per_io"] = bytes / static_cast<double>(trace.queued);
  std::filesystem::remove(path);
}

void Decode(benchmark::State& state, const Trace& trace) {
  const std::string path = OutputPath();
  Write(trace, path);
  TraceChunk chunk;
  for (auto _ : state) {
    const auto reader = OpenContainer(path, Unfinished::kRefuse);
    CHECK_OK(reader.status());
    while ((*reader)->Read(&chunk).value()) benchmark::DoNotOptimize(chunk.queued.data());
  }
  state.SetItemsProcessed(state.iterations() * trace.queued);
  std::filesystem::remove(path);
}

using Direction = void (*)(benchmark::State&, const Trace&);

void OnShared(benchmark::State& state, const char* file, Direction direction) {
  const std::string path = SharedFile(file);
  if (path.empty()) return state.SkipWithError("no handed traces: IOREEL_SHARED");
  direction(state, Load(path));
}

void BM_EncodeOwn(benchmark::State& state) {
  OnShared(state, "traces/own/d_real.blktrace.0", Encode);
}
void BM_DecodeOwn(benchmark::State& state) {
  OnShared(state, "traces/own/d_real.blktrace.0", Decode);
}
void BM_EncodeMysql(benchmark::State& state) {
  OnShared(state, "traces/csv/blkreplay/linux-mysql.load.gz", Encode);
}
void BM_DecodeMysql(benchmark::State& state) {
  OnShared(state, "traces/csv/blkreplay/linux-mysql.load.gz", Decode);
}
void BM_EncodeGenerated(benchmark::State& state) { Encode(state, Generated()); }
void BM_DecodeGenerated(benchmark::State& state) { Decode(state, Generated()); }

BENCHMARK(BM_EncodeOwn);
BENCHMARK(BM_DecodeOwn);
BENCHMARK(BM_EncodeMysql);
BENCHMARK(BM_DecodeMysql);
BENCHMARK(BM_EncodeGenerated);
BENCHMARK(BM_DecodeGenerated);

}  // namespace
}  // namespace ioreel

BENCHMARK_MAIN();
