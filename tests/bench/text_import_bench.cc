// Speed of the text importers, from text in memory to rows, in bytes of text a second.
#include <benchmark/benchmark.h>

#include <random>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/check.h"
#include "formats/registry.h"

namespace ioreel {
namespace {

constexpr int kLines = 100'000;

std::string IologText() {
  std::mt19937_64 random(1);
  std::string text = "fio version 3 iolog\n0 /dev/sdx add\n0 /dev/sdx open\n";
  for (int i = 0; i < kLines; ++i)
    absl::StrAppend(&text, i * 10, " /dev/sdx write ", random() % (1 << 28) * 4096, " 4096\n");
  return text;
}

std::string BlkreplayText() {
  std::mt19937_64 random(1);
  std::string text = "start ; sector; length ; op ;  replay_delay=0 ; replay_duration=0\n";
  for (int i = 0; i < kLines; ++i)
    absl::StrAppendFormat(&text, "%17.9f ; %12d ; %4d ; W ; 0.0 ; 0.0\n", i * 1e-5,
                          random() % (1 << 28), 8);
  return text;
}

/// `disorder`: ticks of 100 ns by which a time may be early; 10,000 lie between two.
std::string MsrText(int64_t lines, uint64_t disorder) {
  std::mt19937_64 random(1);
  std::string text;
  for (int64_t i = 0; i < lines; ++i) {
    const auto early = static_cast<int64_t>(random() % disorder);
    absl::StrAppend(&text, 128166372003061629 + i * 10'000 - early, ",hm,", i % 2, ",Read,",
                    random() % (1 << 28) * 4096, ",32768,", random() % 200'000, "\n");
  }
  return text;
}

std::string AlibabaText() {
  std::mt19937_64 random(1);
  std::string text;
  for (int64_t i = 0; i < kLines; ++i)
    absl::StrAppend(&text, random() % 1000, ",W,", random() % (1 << 28) * 4096, ",16384,",
                    1577808000000046 + i, "\n");
  return text;
}

std::string MqsimText() {
  std::mt19937_64 random(1);
  std::string text;
  for (int64_t i = 0; i < kLines; ++i)
    absl::StrAppend(&text, 938513000 + i * 1000, " ", i % 16, " ", random() % (1 << 28), " 16 0\n");
  return text;
}

std::string WpaText() {
  std::mt19937_64 random(1);
  std::string text =
      "IO Type;Priority;Process (Name);Init Time (s);Complete Time (s);Size (B);Min Offset;Disk\n";
  for (int64_t i = 0; i < kLines; ++i)
    absl::StrAppendFormat(&text, "Read;Normal;System;1,%09d;2,%09d;16.384;0x%016X;1\n", i * 1000,
                          i * 1000, random() % (1 << 28) * 4096);
  return text;
}

std::string DatesText() {
  std::mt19937_64 random(1);
  std::string text = "timestamp,op,offset,length\n";
  for (int64_t i = 0; i < kLines; ++i)
    absl::StrAppendFormat(&text, "2024-05-01T12:%02d:%02d.%06dZ,write,%d,4096\n", i / 6000 % 60,
                          i / 100 % 60, i % 100 * 10'000, random() % (1 << 28) * 4096);
  return text;
}

std::string ColumnsText() {
  std::mt19937_64 random(1);
  std::string text = "time_us,op,offset,length,device,process\n";
  for (int64_t i = 0; i < kLines; ++i)
    absl::StrAppend(&text, i * 10, ".125,write,", random() % (1 << 28) * 4096,
                    ",4096,nvme0n1,mysqld\n");
  return text;
}

/// Queued, issued, completed.
std::string BlkparseText() {
  std::mt19937_64 random(1);
  std::string text;
  for (int i = 0; i < kLines / 3; ++i) {
    const std::string range = absl::StrCat(random() % (1 << 28) * 8, " + 8 ");
    for (const char* action : {"Q", "D", "C"})
      absl::StrAppendFormat(&text, "  8,0    3 %8d %5d.%09d   697  %s  WS %s%s\n", i, i / 10'000,
                            i % 10'000 * 100'000, action, range,
                            *action == 'C' ? "[0]" : "[jbd2/sda1-8]");
  }
  return text;
}

std::string BlockEventsText() {
  std::mt19937_64 random(1);
  std::string text;
  for (int i = 0; i < kLines / 3; ++i) {
    const std::string range = absl::StrCat(random() % (1 << 28) * 8, " + 8 ");
    const std::string prefix = absl::StrFormat(
        "              dd  6842 [001] %5d.%09d: block:block_", i / 10'000, i % 10'000 * 100'000);
    absl::StrAppend(&text, prefix, "bio_queue: 7,3 WS ", range, "[dd]\n");
    absl::StrAppend(&text, prefix, "rq_issue: 7,3 WS 4096 () ", range, "0x2,0,4 [dd]\n");
    absl::StrAppend(&text, prefix, "rq_complete: 7,3 WS () ", range, "0x2,0,4 [0]\n");
  }
  return text;
}

/// A request and its queued I/O in turn.
std::string CsvText() {
  std::mt19937_64 random(1);
  std::string text =
      "queue_ns,issue_ns,complete_ns,op,offset_bytes,length_bytes,device,pid,tid,process,class,"
      "flags,error,request\n";
  for (int i = 0; i < kLines / 2; ++i) {
    const std::string row = absl::StrCat(i * 10000 + 5, ",", i * 10000 + 90000, ",write,",
                                         random() % (1 << 28) * 4096, ",4096,nvme0n1,");
    absl::StrAppend(&text, ",", row, ",33,kworker/0:1H,kernel,sync,0,", i, "\n", i * 10000, ",",
                    row, "77,78,mysqld,tree,sync,0,", i, "\n");
  }
  return text;
}

void BM_Import(benchmark::State& state, const char* format, const std::string& text) {
  for (auto _ : state) {
    ImportLog log;
    std::vector<std::unique_ptr<Input>> inputs;
    inputs.push_back(MakeMemoryInput("bench", text));
    auto reader = FindFormat(format)->OpenReader(std::move(inputs), {}, &log);
    CHECK_OK(reader.status());
    TraceChunk chunk;
    for (bool more = true; more;) {
      const auto read = (*reader)->Read(&chunk);
      CHECK_OK(read.status());
      more = *read;
    }
  }
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(text.size()));
}

BENCHMARK_CAPTURE(BM_Import, fio_iolog, "fio-iolog", IologText())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_Import, blkreplay, "blkreplay", BlkreplayText())
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_Import, csv, "csv", CsvText())->Unit(benchmark::kMillisecond);

BENCHMARK_CAPTURE(BM_Import, msr, "msr", MsrText(kLines, 1))->Unit(benchmark::kMillisecond);
/// More rows than are sorted without a look ahead.
BENCHMARK_CAPTURE(BM_Import, msr_disordered, "msr", MsrText(10 * kLines, 100'000))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_Import, alibaba, "alibaba", AlibabaText())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_Import, mqsim, "mqsim", MqsimText())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_Import, wpa, "wpa", WpaText())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_Import, blkparse, "blkparse", BlkparseText())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_Import, block_events, "block-events", BlockEventsText())
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_Import, columns, "columns", ColumnsText())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_Import, dates, "columns", DatesText())->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ioreel

BENCHMARK_MAIN();
