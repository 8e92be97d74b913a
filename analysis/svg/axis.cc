#include "analysis/svg/axis.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_format.h"
#include "base/check.h"
#include "base/units.h"

namespace ioreel {
namespace {

/// The largest unit that is no larger than `value`, else the first.
Unit FittingUnit(double value, const std::vector<Unit>& units) {
  Unit best = units.front();
  for (const Unit& unit : units) {
    if (unit.factor <= value) best = unit;
  }
  return best;
}

/// 1, 2 or 5 times a power of ten, of which `ticks` or fewer fill `span`.
double RoundStep(double span, int ticks) {
  const double rough = span / std::max(ticks, 1);
  const double decade = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * decade >= rough * 0.999) return factor * decade;
  }
  return 10 * decade;
}

/// Multiples of a decade, of which `labelled` have a text and `plain` a line only.
struct LogMarks {
  std::vector<double> labelled, plain;
};

void AddLogTicks(double decade, const std::vector<double>& factors, bool labelled, Axis* axis) {
  for (const double factor : factors) {
    const double value = factor * decade;
    if (value < axis->low * 0.999 || value > axis->high * 1.001) continue;
    const Unit unit = TimeUnit(value);
    axis->ticks.push_back(
        {value, labelled ? absl::StrFormat("%g %s", value / unit.factor, unit.name) : ""});
  }
}

/// Labels at every `every`th decade of those from `first` to `last`.
std::vector<Tick> LogTicks(Axis axis, int first, int last, int every, const LogMarks& marks) {
  axis.ticks.clear();
  for (int exponent = first; exponent <= last; ++exponent) {
    const double decade = std::pow(10, exponent);
    AddLogTicks(decade, marks.labelled, exponent % every == 0, &axis);
    AddLogTicks(decade, marks.plain, false, &axis);
  }
  return axis.ticks;
}

/// Fewer do not tell how long a distance is.
bool HasTwoLabels(const std::vector<Tick>& ticks) {
  return std::count_if(ticks.begin(), ticks.end(),
                       [](const Tick& tick) { return !tick.label.empty(); }) >= 2;
}

}  // namespace

double Axis::Place(double value) const {
  const double place = scale == Scale::kLog
                           ? std::log(std::max(value, low) / low) / std::log(high / low)
                           : (value - low) / (high - low);
  return std::clamp(place, 0.0, 1.0);
}

Unit TimeUnit(double ns) {
  if (ns >= 20 * 3600e9) return {3600e9, "h"};
  if (ns >= 20 * 60e9) return {60e9, "min"};
  return FittingUnit(ns, {{1, "ns"}, {1e3, "µs"}, {1e6, "ms"}, {1e9, "s"}});
}

Unit SizeUnit(double bytes) {
  return FittingUnit(bytes, {{1, "B"},
                             {0x1p10, "KiB"},
                             {0x1p20, "MiB"},
                             {0x1p30, "GiB"},
                             {0x1p40, "TiB"},
                             {0x1p50, "PiB"},
                             {0x1p60, "EiB"}});
}

Unit CountUnit(double count) {
  return FittingUnit(count, {{1, ""}, {1e3, "k"}, {1e6, "M"}, {1e9, "G"}, {1e12, "T"}});
}

std::string TickText(double value, double step) {
  const int decimals = std::clamp(static_cast<int>(-std::floor(std::log10(step) + 1e-9)), 0, 9);
  if (decimals == 0 && value >= 1000) return FormatCount(static_cast<uint64_t>(value + 0.5));
  const std::string text = absl::StrFormat("%.*f", decimals, value);
  return text == "-0" ? "0" : text;
}

Axis LinearAxis(std::string title, double low, double high, int ticks) {
  CHECK(low <= high);
  if (low == high) high = low + (low == 0 ? 1 : std::abs(low));
  const double step = RoundStep(high - low, ticks);
  Axis axis{.title = std::move(title), .low = low, .high = high, .ticks = {}};
  const auto first = static_cast<int64_t>(std::ceil(low / step - 1e-9));
  for (int64_t i = first; static_cast<double>(i) * step <= high + step * 1e-9; ++i)
    axis.ticks.push_back(
        {static_cast<double>(i) * step, TickText(static_cast<double>(i) * step, step)});
  return axis;
}

Axis LogTimeAxis(std::string title, double low_ns, double high_ns) {
  low_ns = std::max(low_ns, 1.0);
  if (high_ns < low_ns * 2) high_ns = low_ns * 2;
  Axis axis{.title = std::move(title),
            .scale = Axis::Scale::kLog,
            .low = low_ns,
            .high = high_ns,
            .ticks = {}};
  const int first = static_cast<int>(std::floor(std::log10(low_ns)));
  const int last = static_cast<int>(std::ceil(std::log10(high_ns)));
  const int every = (last - first) / 9 + 1;  // no more labels than have room
  for (const LogMarks& marks : {LogMarks{{1}, {2, 5}}, LogMarks{{1, 2, 5}, {}},
                                LogMarks{{1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9}, {}}}) {
    axis.ticks = LogTicks(axis, first, last, every, marks);
    if (HasTwoLabels(axis.ticks)) break;
  }
  return axis;
}

double NinesOf(double share) { return -std::log10(1 - share); }

Axis NinesAxis(std::string title, double count) {
  Axis axis{
      .title = std::move(title), .low = 0, .high = std::log10(std::max(count, 10.0)), .ticks = {}};
  const std::vector<std::pair<double, const char*>> marks = {
      {0, "0"},        {0.5, "50"},       {0.9, "90"},         {0.99, "99"},
      {0.999, "99.9"}, {0.9999, "99.99"}, {0.99999, "99.999"}, {0.999999, "99.9999"}};
  for (const auto& [share, label] : marks) {
    if (NinesOf(share) <= axis.high) axis.ticks.push_back({NinesOf(share), label});
  }
  return axis;
}

}  // namespace ioreel
