// Charts of `ioreel report`: I/Os a second that are binned on one core, and the drawing of one
// trace.
#include <benchmark/benchmark.h>

#include <random>
#include <vector>

#include "analysis/charts/trace_charts.h"
#include "analysis/html/html_report.h"
#include "analysis/panels/panels.h"
#include "tests/support/report_cases.h"

namespace ioreel {
namespace {

/// Reads and writes of 4 KiB at random places of a drive of 1 TiB, 16 in flight.
std::vector<Io> RandomIos(size_t count) {
  std::mt19937_64 random(1);
  std::vector<Io> ios(count);
  int64_t now_ns = 0;
  for (Io& io : ios) {
    now_ns += 5'000;
    io.start_ns = now_ns;
    io.complete_ns = now_ns + 80'000 + static_cast<int64_t>(random() % 50'000);
    io.offset = random() % (uint64_t{1} << 28) * 4096;
    io.length = 4096;
    io.op = random() % 2 ? Op::kRead : Op::kWrite;
  }
  return ios;
}

void BM_ReportBinning(benchmark::State& state) {
  const std::vector<Io> ios = RandomIos(1'000'000);
  for (auto _ : state) {
    TraceCharts charts;
    for (const Io& io : ios) charts.Add(io);
    charts.Finish();
    benchmark::DoNotOptimize(charts.count());
  }
  state.SetItemsProcessed(static_cast<int64_t>(ios.size()) * state.iterations());
}
BENCHMARK(BM_ReportBinning)->Unit(benchmark::kMillisecond);

void BM_ReportDrawing(benchmark::State& state) {
  ReportInput input;
  input.traces.push_back(TraceForReport(MixedIos()));
  const ReportData data = MakeReportData(&input);
  for (auto _ : state) benchmark::DoNotOptimize(HtmlReport(MakeDocument(data)));
}
BENCHMARK(BM_ReportDrawing)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ioreel

BENCHMARK_MAIN();
