#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "analysis/charts/density_grid.h"
#include "analysis/charts/depth_series.h"
#include "analysis/charts/op_group.h"
#include "analysis/charts/rate_series.h"
#include "analysis/workload/depth_walk.h"
#include "analysis/workload/latency_by_op.h"
#include "formats/level_reader.h"

namespace ioreel {

/// Rows in which latencies are counted: eight an octave, so that a row is 9 % above the one below.
uint64_t LatencyRow(int64_t latency_ns);
/// The latency at which a row begins.
double LatencyOfRow(double row);

/// What the charts of one level of a trace show, gathered from its I/Os as they come. Its memory
/// does not grow with them.
class TraceCharts {
 public:
  static constexpr uint32_t kColumns = 1024;  ///< along the time; at least half of them are used
  static constexpr uint32_t kPlaceRows = 256, kLatencyRows = 512;
  static constexpr size_t kMostDevices = 8;

  /// One grid for each OpGroup.
  using Grids = std::array<DensityGrid, kOpGroupCount>;

  TraceCharts();

  /// REQUIRES: in order of start_ns, those without one anywhere.
  void Add(const Io& io);
  /// Nothing follows.
  void Finish();

  uint64_t count() const { return count_; }  ///< I/Os with a start
  /// By start and first byte; the first devices of the trace.
  const std::vector<Grids>& places() const { return places_; }
  uint64_t beyond_devices() const { return beyond_devices_; }  ///< I/Os of further devices
  const Grids& latencies() const { return latencies_; }        ///< by start and LatencyRow
  const RateSeries& rates() const { return rates_; }  ///< by completion or, where unknown, start
  const DepthSeries& depth() const { return depth_; }
  const LatencyByOp& latency_by_op() const { return latency_by_op_; }

 private:
  void AddPlace(const Io& io);
  void AddLatency(const Io& io);

  uint64_t count_ = 0, beyond_devices_ = 0;
  std::vector<Grids> places_;
  Grids latencies_;
  RateSeries rates_{kColumns};
  DepthSeries depth_{kColumns};
  DepthWalk walk_;
  LatencyByOp latency_by_op_;
};

}  // namespace ioreel
