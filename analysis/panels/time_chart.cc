#include "analysis/panels/time_chart.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "analysis/svg/plot.h"

namespace ioreel {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kWidth = 920, kHeight = 190, kDensityHeight = 260;
constexpr int kTimeTicks = 10, kValueTicks = 4;

std::string TimeTitle(const TimeRange& range) { return absl::StrCat("time, ", range.unit.name); }

/// Four digits are more than a screen shows.
double Rounded(double value) {
  if (value == 0) return 0;
  const double unit = std::pow(10, std::floor(std::log10(std::abs(value))) - 3);
  return unit >= 1 ? std::round(value / unit) * unit : std::round(value / unit) / (1 / unit);
}

std::string Dump(const Json& json) {
  return json.dump(-1, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace);
}

double Largest(const TimeChart& chart) {
  double largest = 0;
  for (const TimeSeries& series : chart.series) {
    for (const double value : series.values) largest = std::max(largest, value);
  }
  return largest;
}

std::vector<Point> LineOf(const TimeChart& chart, const TimeSeries& series, double factor) {
  std::vector<double> edges = {chart.start}, values;
  for (const double value : series.values) {
    values.push_back(value / factor);
    edges.push_back(chart.start + chart.step * static_cast<double>(values.size()));
  }
  return StepLine(edges, values);
}

Json LiveLines(const TimeChart& chart, const std::string& y_title, double factor) {
  Json json = {{"kind", "lines"},
               {"group", chart.group},
               {"x", TimeTitle(chart.range)},
               {"y", y_title},
               {"range", {chart.range.low, chart.range.high}},
               {"start", chart.start},
               {"step", chart.step},
               {"series", Json::array()}};
  for (const TimeSeries& series : chart.series) {
    Json values = Json::array();
    for (const double value : series.values) values.push_back(Rounded(value / factor));
    json["series"].push_back({{"name", series.name},
                              {"colour", series.colour % kColours},
                              {"filled", series.filled},
                              {"dashed", series.colour >= kColours},
                              {"values", std::move(values)}});
  }
  return json;
}

Json LiveDensity(const DensityChart& chart) {
  Json json = {{"kind", "density"},
               {"group", chart.group},
               {"x", TimeTitle(chart.range)},
               {"y", chart.y.title},
               {"range", {chart.range.low, chart.range.high}},
               {"heights", {chart.y.low, chart.y.high}},
               {"log", chart.y.scale == Axis::Scale::kLog},
               {"ticks", Json::array()},
               {"layers", Json::array()}};
  for (const Tick& tick : chart.y.ticks) {
    if (!tick.label.empty()) json["ticks"].push_back({tick.value, tick.label});
  }
  for (const DensityLayer& layer : chart.layers) {
    json["layers"].push_back({{"name", layer.name},
                              {"colour", layer.colour % kColours},
                              {"x", {layer.x_low, layer.x_high}},
                              {"y", {layer.y_low, layer.y_high}}});
  }
  return json;
}

}  // namespace

TimeRange MakeTimeRange(double low_ns, double high_ns) {
  const Unit unit = TimeUnit(std::max(high_ns - low_ns, 1.0));
  TimeRange range{.unit = unit, .low = low_ns / unit.factor, .high = high_ns / unit.factor};
  if (range.high <= range.low) range.high = range.low + 1;
  return range;
}

Chart DrawTimeChart(const TimeChart& chart) {
  const double largest = Largest(chart);
  const Unit unit = chart.prefixed ? CountUnit(largest) : Unit{1, ""};
  const std::string y_title = unit.name + chart.quantity;
  const double highest = largest == 0 ? 1 : largest / unit.factor * 1.04;
  Axis y = LinearAxis(y_title, 0, highest, kValueTicks);
  std::vector<LegendEntry> legend;
  for (const TimeSeries& series : chart.series) legend.push_back({series.name, series.colour});
  Plot plot(kWidth, kHeight,
            LinearAxis(TimeTitle(chart.range), chart.range.low, chart.range.high, kTimeTicks), y,
            legend);
  for (const TimeSeries& series : chart.series) {
    const std::vector<Point> line = LineOf(chart, series, unit.factor);
    series.filled ? plot.Filled(line, series.colour) : plot.Line(line, series.colour);
  }
  return {.title = chart.title,
          .note = chart.note,
          .width = kWidth,
          .height = plot.height(),
          .svg = plot.svg(),
          .live = Dump(LiveLines(chart, y_title, unit.factor))};
}

Chart DrawDensityChart(const DensityChart& chart) {
  std::vector<LegendEntry> legend;
  for (const DensityLayer& layer : chart.layers) legend.push_back({layer.name, layer.colour});
  Plot plot(kWidth, kDensityHeight,
            LinearAxis(TimeTitle(chart.range), chart.range.low, chart.range.high, kTimeTicks),
            chart.y, legend);
  for (const DensityLayer& layer : chart.layers)
    plot.Image({layer.x_low, layer.y_low}, {layer.x_high, layer.y_high}, layer.image);
  return {.title = chart.title,
          .note = chart.note,
          .width = kWidth,
          .height = plot.height(),
          .svg = plot.svg(),
          .live = Dump(LiveDensity(chart))};
}

}  // namespace ioreel
