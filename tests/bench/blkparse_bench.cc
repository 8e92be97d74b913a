// How many times blkparse's speed the import of a blktrace recording has: both read the same files
// in the same run.
#include <benchmark/benchmark.h>

#include <chrono>
#include <filesystem>

#include "base/bytes.h"
#include "base/check.h"
#include "base/file.h"
#include "formats/load.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/shared_files.h"

namespace ioreel {
namespace {

constexpr int kCopies = 64;
constexpr int64_t kCopyNs = 3'600'000'000'000;  // longer than the recording

/// The recording several times over, each an hour later than the one before.
std::string Repeat(const std::string& bytes) {
  constexpr size_t kTimeAt = 8, kPayloadBytesAt = 46, kHeaderBytes = 48;
  std::string all;
  for (int copy = 0; copy < kCopies; ++copy) {
    std::string shifted = bytes;
    for (size_t at = 0; at < shifted.size();) {
      const auto time = LoadInt<int64_t>(shifted.data() + at + kTimeAt) + copy * kCopyNs;
      std::memcpy(shifted.data() + at + kTimeAt, &time, sizeof(time));
      at += kHeaderBytes + LoadInt<uint16_t>(shifted.data() + at + kPayloadBytesAt);
    }
    all += shifted;
  }
  return all;
}

/// The folder of a large recording "big"; "" without the handed one.
std::string MakeRecording() {
  const std::string folder = std::filesystem::temp_directory_path() / "ioreel-blkparse-bench";
  std::filesystem::create_directories(folder);
  for (const char* cpu : {"0", "1"}) {
    const std::string path = SharedFile(std::string("traces/own/d_real.blktrace.") + cpu);
    if (path.empty()) return "";
    CHECK_OK(WriteFile(folder + "/big.blktrace." + cpu, Repeat(ReadFile(path).value())));
  }
  return folder;
}

/// Events of the recording.
uint64_t Import(const std::string& path) {
  ImportLog log;
  auto reader = OpenTrace({path}, "blktrace", {}, &log);
  CHECK_OK(reader.status());
  TraceChunk chunk;
  while ((*reader)->Read(&chunk).value()) benchmark::DoNotOptimize(chunk);
  uint64_t events = 0;
  for (const auto& [stage, count] : (*reader)->info().stage_events) events += count;
  return events;
}

template <typename Work>
double SecondsOf(Work work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// `output`: what blkparse is to make, on top of the recording's name.
void BM_ImportAgainstBlkparse(benchmark::State& state, const std::vector<std::string>& output) {
  const std::string folder = MakeRecording();
  if (folder.empty()) return state.SkipWithError("no handed traces: IOREEL_SHARED");
  std::vector<std::string> blkparse = {"blkparse", "-q", "-D", folder, "-i", "big"};
  blkparse.insert(blkparse.end(), output.begin(), output.end());
  if (RunProgram(blkparse).code != 0) return state.SkipWithError("blkparse is not installed");
  double ours = 0, theirs = 0;
  uint64_t events = 0;
  for (auto _ : state) {
    theirs += SecondsOf([&] { CHECK(RunProgram(blkparse).code == 0); });
    ours += SecondsOf([&] { events += Import(folder + "/big"); });
  }
  state.counters["ioreel_events_per_s"] = static_cast<double>(events) / ours;
  state.counters["blkparse_events_per_s"] = static_cast<double>(events) / theirs;
  state.counters["times_blkparse"] = theirs / ours;
  std::filesystem::remove_all(folder);
}
BENCHMARK_CAPTURE(BM_ImportAgainstBlkparse, text, {"-o", "/dev/null"})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_ImportAgainstBlkparse, binary, {"-O", "-d", "/dev/null"})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ioreel

BENCHMARK_MAIN();
