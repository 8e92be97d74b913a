#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "formats/level_reader.h"
#include "formats/model/trace_info.h"

namespace ioreel {

/// Multiplies offsets by a factor. Each keeps the power of two, up to a page, that divides it and
/// its length, so that what was aligned stays so.
class OffsetScale {
 public:
  explicit OffsetScale(double factor = 1);

  bool is_identity() const { return times_ == kOne; }
  /// Not above factor × offset; nullopt beyond 2^64.
  std::optional<uint64_t> Apply(uint64_t offset, uint64_t length) const;

 private:
  static constexpr uint64_t kOne = uint64_t{1} << 32;
  uint64_t times_;  ///< in 2^-32
};

/// Where a device of a trace lies in what is replayed onto.
struct DevicePlace {
  static constexpr uint16_t kNoVolume = 0xffff;

  uint16_t volume = kNoVolume;
  uint64_t start_bytes = 0;  ///< where it begins in the trace's offsets: a partition's start
  uint64_t base_bytes = 0;   ///< where it begins in its volume
};

/// Turns places on the devices of a trace into places on volumes.
class Placement {
 public:
  Placement() = default;
  /// `places` by index of TraceInfo::devices.
  Placement(std::vector<DevicePlace> places, OffsetScale scale)
      : places_(std::move(places)), scale_(scale) {}

  struct Place {
    uint16_t volume = 0;
    uint64_t offset = 0;  ///< 0 where the op has no range
  };
  /// nullopt where the I/O has no place: before the start of its partition, beyond 2^64, or of a
  /// device that is not replayed.
  std::optional<Place> Find(const Io& io) const;

  const std::vector<DevicePlace>& places() const { return places_; }
  bool scales() const { return !scale_.is_identity(); }

 private:
  std::vector<DevicePlace> places_;
  OffsetScale scale_;
};

/// "sda", or "8:0" of a device without a name.
std::string DeviceName(const TraceInfo& info, uint16_t device);
/// By that, or by its number though it has a name.
std::optional<uint16_t> FindDevice(const TraceInfo& info, const std::string& name);

}  // namespace ioreel
