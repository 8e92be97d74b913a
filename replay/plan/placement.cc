#include "replay/plan/placement.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "base/check.h"
#include "base/checked_math.h"

namespace ioreel {
namespace {

constexpr uint64_t kPage = 4096;

std::string NumberText(const DeviceInfo& device) {
  return absl::StrCat(device.major, ":", device.minor);
}

}  // namespace

OffsetScale::OffsetScale(double factor)
    : times_(static_cast<uint64_t>(std::llround(factor * static_cast<double>(kOne)))) {
  CHECK(times_ > 0);
}

std::optional<uint64_t> OffsetScale::Apply(uint64_t offset, uint64_t length) const {
  if (is_identity()) return offset;
  __extension__ using Wide = unsigned __int128;
  const Wide scaled = Wide{offset} * times_ / kOne;
  if (scaled > UINT64_MAX) return std::nullopt;
  const uint64_t unit = std::min(kPage, uint64_t{1} << std::countr_zero(offset | length | kPage));
  return static_cast<uint64_t>(scaled) / unit * unit;
}

std::optional<Placement::Place> Placement::Find(const Io& io) const {
  if (io.device >= places_.size()) return std::nullopt;
  const DevicePlace& place = places_[io.device];
  if (place.volume == DevicePlace::kNoVolume) return std::nullopt;
  if (!HasRange(io.op)) return Place{place.volume, 0};
  if (io.offset < place.start_bytes) return std::nullopt;
  const auto scaled = scale_.Apply(io.offset - place.start_bytes, io.length);
  const auto offset = scaled ? CheckedAdd(*scaled, place.base_bytes) : std::nullopt;
  if (!offset) return std::nullopt;
  return Place{place.volume, *offset};
}

std::string DeviceName(const TraceInfo& info, uint16_t device) {
  if (device >= info.devices.size()) return absl::StrCat("device ", device);
  const DeviceInfo& found = info.devices[device];
  return found.name.empty() ? NumberText(found) : found.name;
}

std::optional<uint16_t> FindDevice(const TraceInfo& info, const std::string& name) {
  for (size_t i = 0; i < info.devices.size(); ++i) {
    const auto index = static_cast<uint16_t>(i);
    if (DeviceName(info, index) == name) return index;
  }
  for (size_t i = 0; i < info.devices.size(); ++i) {
    const DeviceInfo& device = info.devices[i];
    if (device.major != 0 && NumberText(device) == name) return static_cast<uint16_t>(i);
  }
  return std::nullopt;
}

}  // namespace ioreel
