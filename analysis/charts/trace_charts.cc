#include "analysis/charts/trace_charts.h"

#include <algorithm>
#include <cmath>

#include "analysis/workload/op_mix.h"

namespace ioreel {
namespace {

constexpr double kRowsAnOctave = 8;
constexpr int kTimeShift = 10;   // about a µs
constexpr int kPlaceShift = 12;  // 4 KiB

TraceCharts::Grids MakeGrids(uint32_t rows, int y_shift) {
  const DensityGrid grid(TraceCharts::kColumns, kTimeShift, rows, y_shift);
  return {grid, grid, grid};
}

DensityGrid& Of(TraceCharts::Grids& grids, OpGroup group) {
  return grids[static_cast<size_t>(group)];
}

}  // namespace

uint64_t LatencyRow(int64_t latency_ns) {
  const double ns = static_cast<double>(std::max<int64_t>(latency_ns, 1));
  return static_cast<uint64_t>(std::log2(ns) * kRowsAnOctave);
}

double LatencyOfRow(double row) { return std::exp2(row / kRowsAnOctave); }

TraceCharts::TraceCharts() : latencies_(MakeGrids(kLatencyRows, 0)) {}

void TraceCharts::Add(const Io& io) {
  if (io.start_ns == kNoTime) return;
  ++count_;
  AddPlace(io);
  AddLatency(io);
}

void TraceCharts::Finish() {
  walk_.Finish([this](const DepthSegment& segment) { depth_.Add(segment); });
}

void TraceCharts::AddPlace(const Io& io) {
  if (!HasRange(io.op)) return;
  if (io.device >= kMostDevices) {
    ++beyond_devices_;
    return;
  }
  while (places_.size() <= io.device) places_.push_back(MakeGrids(kPlaceRows, kPlaceShift));
  Of(places_[io.device], GroupOf(io.op)).Add(TimeAsAxis(io.start_ns), io.offset);
}

void TraceCharts::AddLatency(const Io& io) {
  const OpGroup group = GroupOf(io.op);
  const bool completed = CompletionKnown(io);
  rates_.Add(completed ? io.complete_ns : io.start_ns, group, HasPayload(io.op) ? io.length : 0);
  if (!completed) return;
  walk_.Add(io.start_ns, io.complete_ns, HasPayload(io.op),
            [this](const DepthSegment& segment) { depth_.Add(segment); });
  const uint64_t row = LatencyRow(NsBetween(io.start_ns, io.complete_ns));
  Of(latencies_, group).Add(TimeAsAxis(io.start_ns), row);
  latency_by_op_.Add(io.op, io.start_ns, io.complete_ns);
}

}  // namespace ioreel
