#include "analysis/panels/trace_figures.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "absl/strings/str_cat.h"
#include "analysis/panels/time_chart.h"
#include "analysis/svg/density_image.h"
#include "base/units.h"

namespace ioreel {
namespace {

constexpr size_t kShownDevices = 4;
/// As --c0, --c1 and --c2 of the style, but readable on light and dark alike.
constexpr std::array<uint8_t, 3> kGroupColours[kOpGroupCount] = {
    {0x1f, 0x82, 0xd2}, {0xe0, 0x64, 0x0c}, {0x12, 0xa1, 0x7a}};

struct Span {
  double low_ns = INFINITY, high_ns = -INFINITY;

  void Cover(double low, double high) {
    low_ns = std::min(low_ns, low);
    high_ns = std::max(high_ns, high);
  }
  void Cover(int64_t low, double width, size_t bins) {
    Cover(static_cast<double>(low), static_cast<double>(low) + width * static_cast<double>(bins));
  }
  void Cover(const DensityGrid::Picture& picture) {
    if (picture.columns > 0) Cover(TimeOfAxis(picture.x_low), picture.x_width, picture.columns);
  }
};

/// One picture for each OpGroup.
using Pictures = std::array<DensityGrid::Picture, kOpGroupCount>;

Pictures PicturesOf(const TraceCharts::Grids& grids) {
  Pictures pictures;
  for (size_t i = 0; i < grids.size(); ++i) pictures[i] = grids[i].picture();
  return pictures;
}

uint64_t Most(const Pictures& pictures) {
  uint64_t most = 0;
  for (const DensityGrid::Picture& picture : pictures) {
    for (const uint64_t count : picture.counts) most = std::max(most, count);
  }
  return most;
}

/// `y_of` turns what the rows stand for into values of the axis.
template <typename YOf>
std::vector<DensityLayer> Layers(const Pictures& pictures, const TimeRange& range, YOf&& y_of) {
  std::vector<DensityLayer> layers;
  const uint64_t most = Most(pictures);
  for (size_t i = 0; i < pictures.size(); ++i) {
    const DensityGrid::Picture& picture = pictures[i];
    if (picture.columns == 0) continue;
    const double x_low = static_cast<double>(TimeOfAxis(picture.x_low));
    const double y_low = static_cast<double>(picture.y_low);
    layers.push_back({.name = OpGroupName(i),
                      .colour = static_cast<int>(i),
                      .image = DensityImage(picture, most, kGroupColours[i]),
                      .x_low = range.Of(x_low),
                      .x_high = range.Of(x_low + picture.x_width * picture.columns),
                      .y_low = y_of(y_low),
                      .y_high = y_of(y_low + picture.y_width * picture.rows)});
  }
  return layers;
}

Span YSpan(const std::vector<DensityLayer>& layers) {
  Span span;
  for (const DensityLayer& layer : layers) span.Cover(layer.y_low, layer.y_high);
  return span;
}

class TimeFigureMaker {
 public:
  TimeFigureMaker(const ReportedTrace& trace, std::string group)
      : trace_(trace), charts_(*trace.charts), group_(std::move(group)) {
    Span span;
    const RateSeries& rates = charts_.rates();
    span.Cover(rates.low_ns(), rates.width_ns(), rates.bins().size());
    if (!charts_.depth().empty()) {
      span.Cover(charts_.depth().low_ns(), charts_.depth().width_ns(),
                 charts_.depth().bins().size());
    }
    for (const auto& grids : charts_.places()) {
      for (const auto& picture : PicturesOf(grids)) span.Cover(picture);
    }
    range_ = MakeTimeRange(span.low_ns, span.high_ns);
  }

  /// nullopt where there is nothing but zeros.
  std::optional<Chart> Rates(bool bytes) const {
    const RateSeries& rates = charts_.rates();
    const std::vector<RateSeries::Bin> bins = rates.bins();
    TimeChart chart = Prepare(bytes ? "Bytes read and written" : "I/Os completed",
                              bytes ? "B/s" : "I/Os per second", rates.low_ns(), rates.width_ns());
    chart.prefixed = bytes;
    for (int group = 0; group < kOpGroupCount; ++group) {
      TimeSeries series{OpGroupName(static_cast<size_t>(group)), group, true, {}};
      const auto index = static_cast<size_t>(group);
      for (const RateSeries::Bin& bin : bins) {
        const uint64_t sum = bytes ? bin.bytes[index] : bin.ios[index];
        series.values.push_back(static_cast<double>(sum) * 1e9 / rates.width_ns());
      }
      const bool any = std::any_of(series.values.begin(), series.values.end(),
                                   [](double value) { return value > 0; });
      if (any) chart.series.push_back(std::move(series));
    }
    if (chart.series.empty()) return std::nullopt;
    return DrawTimeChart(chart);
  }

  Chart Depth() const {
    const DepthSeries& depth = charts_.depth();
    TimeChart chart = Prepare("Queue depth", "I/Os in flight", depth.low_ns(), depth.width_ns());
    TimeSeries most{"most at once", 5, false, {}}, mean{"mean", 0, true, {}};
    for (const DepthSeries::Bin& bin : depth.bins()) {
      most.values.push_back(bin.max_depth);
      mean.values.push_back(bin.depth_ns / depth.width_ns());
    }
    chart.series = {std::move(most), std::move(mean)};
    return DrawTimeChart(chart);
  }

  Chart Places(size_t device) const {
    const Pictures pictures = PicturesOf(charts_.places()[device]);
    double end = 1;
    for (const DensityGrid::Picture& picture : pictures) {
      end = std::max(end, static_cast<double>(picture.y_low) + picture.y_width * picture.rows);
    }
    const Unit unit = SizeUnit(end);
    const auto layers =
        Layers(pictures, range_, [&unit](double bytes) { return bytes / unit.factor; });
    const Span span = YSpan(layers);
    const auto& devices = trace_.stats.info.devices;
    const std::string name = device < devices.size() ? devices[device].name : "";
    return DrawDensityChart(
        {.title = absl::StrCat("Places", name.empty() ? "" : " on ", name),
         .note = "Where each I/O begins; the more I/Os, the stronger.",
         .group = group_,
         .range = range_,
         .y = LinearAxis(absl::StrCat("offset, ", unit.name), span.low_ns, span.high_ns, 5),
         .layers = layers});
  }

  Chart Latencies() const {
    const auto layers = Layers(PicturesOf(charts_.latencies()), range_, LatencyOfRow);
    const Span span = YSpan(layers);
    return DrawDensityChart({.title = "Latencies",
                             .note = "By the start of each I/O; the more I/Os, the stronger.",
                             .group = group_,
                             .range = range_,
                             .y = LogTimeAxis("latency", span.low_ns, span.high_ns),
                             .layers = layers});
  }

 private:
  TimeChart Prepare(const char* title, const char* quantity, int64_t low_ns,
                    double width_ns) const {
    return {.title = title,
            .note = "",
            .quantity = quantity,
            .group = group_,
            .range = range_,
            .start = range_.Of(static_cast<double>(low_ns)),
            .step = range_.Of(width_ns),
            .series = {}};
  }

  const ReportedTrace& trace_;
  const TraceCharts& charts_;
  const std::string group_;
  TimeRange range_;
};

/// The busiest devices that have places to show.
std::vector<size_t> ShownDevices(const ReportedTrace& trace) {
  std::vector<std::pair<uint64_t, size_t>> devices;
  for (size_t i = 0; i < trace.charts->places().size(); ++i) {
    uint64_t ios = 0;
    for (const auto& picture : PicturesOf(trace.charts->places()[i]))
      ios += std::accumulate(picture.counts.begin(), picture.counts.end(), uint64_t{0});
    if (ios > 0) devices.push_back({ios, i});
  }
  std::stable_sort(devices.begin(), devices.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  devices.resize(std::min(devices.size(), kShownDevices));
  std::vector<size_t> shown;
  for (const auto& [ios, device] : devices) shown.push_back(device);
  return shown;
}

}  // namespace

Charts TimeFigures(const ReportedTrace& trace, const std::string& group) {
  Charts figures;
  if (trace.charts->count() == 0) return figures;
  const TimeFigureMaker maker(trace, group);
  for (const bool bytes : {false, true}) {
    if (auto chart = maker.Rates(bytes)) figures.charts.push_back(*std::move(chart));
  }
  if (!trace.charts->depth().empty()) figures.charts.push_back(maker.Depth());
  for (const size_t device : ShownDevices(trace)) figures.charts.push_back(maker.Places(device));
  if (!trace.charts->depth().empty()) figures.charts.push_back(maker.Latencies());
  return figures;
}

}  // namespace ioreel
