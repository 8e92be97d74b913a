// Speed of importing Windows event traces, in bytes of the file a second (compressed buffers count
// as they are stored; `unpacked` is the rate of what they unpack to).
#include <benchmark/benchmark.h>

#include "formats/etl/buffer_stream.h"
#include "formats/etl/reader.h"
#include "tests/support/etl_bytes.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/shared_files.h"

namespace ioreel {
namespace {

constexpr const char* kCompressed = "traces/etl/diskio/perfview_net452_x64.etl.zip";

/// Nothing but disk I/O, the densest that can be: each I/O with its Init, by `cpus` CPUs at the
/// same time, a buffer of 64 KiB each in turns.
std::string DiskIoOnly(int buffers, int cpus) {
  constexpr uint64_t kDepth = 8;
  EtlFileBytes file;
  for (int i = 0; i < buffers; ++i) {
    EtlBufferBytes buffer = {
        .cpu = static_cast<uint16_t>(i % cpus), .sequence = i + 1, .size = 64 << 10};
    int64_t ticks = file.ticks + int64_t{i / cpus} * 100'000;
    for (uint64_t n = 0; buffer.records.size() < (64 << 10) - 300u; ++n, ticks += 40) {
      const EtlDiskBytes io = {.offset = static_cast<int64_t>(n) << 12,
                               .irp = (n % kDepth * 64 + buffer.cpu) * 0x100,
                               .response = kDepth * 40 - 10,
                               .tid = 44u + buffer.cpu};
      if (n >= kDepth)
        buffer.records +=
            EtlRecordBytes{.ticks = ticks - 10, .payload = io.Transfer(8, 3)}.Encode();
      buffer.records += EtlRecordBytes{.header = EtlRecordBytes::Header::kSystem,
                                       .opcode = 0x0c,
                                       .ticks = ticks,
                                       .payload = io.Init(8, 3)}
                            .Encode();
    }
    file.buffers.push_back(std::move(buffer));
  }
  return file.Encode();
}

void Import(benchmark::State& state, const std::string& bytes) {
  const std::unique_ptr<Input> input = MakeMemoryInput("bench", bytes);
  uint64_t rows = 0;
  for (auto _ : state) {
    ImportLog log;
    const auto reader = EtlReader::Open(*input, {}, &log).value();
    TraceChunk chunk;
    while (reader->Read(&chunk).value()) rows += chunk.queued.size();
  }
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(bytes.size()));
  state.counters["ios"] =
      benchmark::Counter(static_cast<double>(rows), benchmark::Counter::kIsRate);
}

void BM_ImportDiskIoOnly(benchmark::State& state) {
  Import(state, DiskIoOnly(1024, static_cast<int>(state.range(0))));
}
BENCHMARK(BM_ImportDiskIoOnly)->Arg(1)->Arg(8)->Unit(benchmark::kMillisecond);

std::string CompressedRecording() {
  const std::string path = SharedFile(kCompressed);
  return path.empty() ? "" : RunProgram({"unzip", "-p", path, "net.4.5.2.x64.etl"}).out;
}

/// A real recording with many other events, compressed.
void BM_ImportCompressed(benchmark::State& state) {
  const std::string bytes = CompressedRecording();
  if (bytes.empty()) return state.SkipWithError("no handed traces: IOREEL_SHARED");
  Import(state, bytes);
}
BENCHMARK(BM_ImportCompressed)->Unit(benchmark::kMillisecond);

/// Reading and unpacking its buffers alone.
void BM_UnpackBuffers(benchmark::State& state) {
  const std::string bytes = CompressedRecording();
  if (bytes.empty()) return state.SkipWithError("no handed traces: IOREEL_SHARED");
  const auto input = MakeMemoryInput("bench", bytes);
  uint64_t unpacked = 0;
  for (auto _ : state) {
    ImportLog log;
    EtlBufferStream stream = EtlBufferStream::Open(*input, {}, &log).value();
    EtlBuffer buffer;
    while (stream.Next(&buffer).value()) unpacked += buffer.records.size();
  }
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(bytes.size()));
  state.counters["unpacked"] =
      benchmark::Counter(static_cast<double>(unpacked), benchmark::Counter::kIsRate);
}
BENCHMARK(BM_UnpackBuffers)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ioreel

BENCHMARK_MAIN();
