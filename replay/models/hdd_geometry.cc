#include "replay/models/hdd_geometry.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "base/check.h"

namespace ioreel {
namespace {

constexpr double kNsOfMs = 1e6;
constexpr double kMeanRoot = 8.0 / 15, kMeanDistance = 1.0 / 3;

struct SeekCurve {
  double root = 0, linear = 0;
};

SeekCurve FitSeeks(const HddSpec& spec) {
  const double average = spec.average_seek_ms - spec.track_seek_ms;
  const double full = spec.full_seek_ms - spec.track_seek_ms;
  SeekCurve curve;
  curve.root = (average - kMeanDistance * full) / (kMeanRoot - kMeanDistance);
  curve.linear = full - curve.root;
  return curve;
}

int64_t Ns(double ms) { return std::llround(ms * kNsOfMs); }

}  // namespace

absl::Status HddGeometry::CheckSeeks(const HddSpec& spec) {
  const SeekCurve curve = FitSeeks(spec);
  // Its slope, root / (2 √x) + linear, is lowest at one of the ends.
  if (curve.root >= 0 && curve.root / 2 + curve.linear >= 0) return absl::OkStatus();
  const double full = spec.full_seek_ms - spec.track_seek_ms;
  return absl::InvalidArgumentError(absl::StrCat(
      "no seek curve rises through a track-to-track seek of ", spec.track_seek_ms,
      " ms, an average of ", spec.average_seek_ms, " ms and a full stroke of ", spec.full_seek_ms,
      " ms; the average is from ", spec.track_seek_ms + full * kMeanDistance, " to ",
      spec.track_seek_ms + full * (2 * kMeanRoot - kMeanDistance), " ms"));
}

HddGeometry::HddGeometry(const HddSpec& spec, uint64_t size_bytes)
    : size_bytes_(size_bytes),
      revolution_ns_(std::llround(60e9 / spec.rpm)),
      track_ns_(revolution_ns_ + Ns(spec.head_switch_ms)),
      cylinder_ns_(track_ns_ * spec.heads),
      head_switch_ns_(Ns(spec.head_switch_ms)),
      track_seek_ns_(spec.track_seek_ms * kNsOfMs) {
  CHECK(size_bytes > 0);
  const SeekCurve curve = FitSeeks(spec);
  root_ns_ = curve.root * kNsOfMs;
  linear_ns_ = curve.linear * kNsOfMs;
  const auto zones = static_cast<size_t>(spec.zones);
  const double rates = static_cast<double>(zones) * (spec.outer_mb_s + spec.inner_mb_s) / 2 * 1e6;
  const double zone_ns = static_cast<double>(size_bytes) / rates * 1e9;
  double begin = 0;
  for (size_t i = 0; i < zones; ++i) {
    const double inward = (static_cast<double>(i) + 0.5) / static_cast<double>(zones);
    const double mb_s = spec.outer_mb_s + (spec.inner_mb_s - spec.outer_mb_s) * inward;
    zones_.push_back({.begin = static_cast<uint64_t>(begin),
                      .begin_ns = zone_ns * static_cast<double>(i),
                      .ns_per_byte = 1e3 / mb_s});
    begin += zone_ns * mb_s / 1e3;
  }
  const double all_ns = zone_ns * static_cast<double>(zones);
  all_cylinders_ = std::max(1.0, all_ns / static_cast<double>(cylinder_ns_));
}

int64_t HddGeometry::SpiralNs(uint64_t offset) const {
  const auto after =
      std::upper_bound(zones_.begin() + 1, zones_.end(), offset,
                       [](uint64_t wanted, const Zone& zone) { return wanted < zone.begin; });
  const Zone& zone = *(after - 1);
  return static_cast<int64_t>(zone.begin_ns +
                              static_cast<double>(offset - zone.begin) * zone.ns_per_byte);
}

uint64_t HddGeometry::OffsetAt(int64_t spiral_ns) const {
  const auto wanted_ns = static_cast<double>(spiral_ns);
  const auto after =
      std::upper_bound(zones_.begin() + 1, zones_.end(), wanted_ns,
                       [](double wanted, const Zone& zone) { return wanted < zone.begin_ns; });
  const Zone& zone = *(after - 1);
  const double bytes = std::max(0.0, wanted_ns - zone.begin_ns) / zone.ns_per_byte;
  return std::min(size_bytes_, zone.begin + static_cast<uint64_t>(bytes));
}

int64_t HddGeometry::SeekNs(int64_t from_ns, int64_t to_ns) const {
  const int64_t cylinders = std::abs(from_ns / cylinder_ns_ - to_ns / cylinder_ns_);
  if (cylinders == 0) return from_ns / track_ns_ == to_ns / track_ns_ ? 0 : head_switch_ns_;
  const double share = static_cast<double>(cylinders) / all_cylinders_;
  return static_cast<int64_t>(track_seek_ns_ + root_ns_ * std::sqrt(share) + linear_ns_ * share);
}

}  // namespace ioreel
