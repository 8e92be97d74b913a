#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "replay/models/hdd_spec.h"

namespace ioreel {

/// Where the bytes of a disk lie. All of it is one spiral, from the outer rim inwards, whose length
/// is measured in the time that reading it takes: byte `offset` lies at SpiralNs(offset). Since
/// tracks are skewed by what it takes to switch to the next, a byte passes under the heads whenever
/// the time is its place on the spiral, modulo a revolution.
///
/// Zones of as many tracks each have a constant rate, which falls linearly from zone to zone.
class HddGeometry {
 public:
  /// REQUIRES: CheckSeeks(spec) is OK, size_bytes > 0.
  HddGeometry(const HddSpec& spec, uint64_t size_bytes);

  /// The seek curve t(d) = track + a·√x + b·x, x = d / all cylinders, goes through the full stroke
  /// and has the average over random places, E[√x] = 8/15 and E[x] = 1/3.
  /// Errors: InvalidArgument where it would fall somewhere.
  static absl::Status CheckSeeks(const HddSpec& spec);

  int64_t revolution_ns() const { return revolution_ns_; }
  int64_t SpiralNs(uint64_t offset) const;
  uint64_t OffsetAt(int64_t spiral_ns) const;  ///< of the last byte that begins there or before

  /// To move the heads between two places of the spiral, and switch to the right one.
  int64_t SeekNs(int64_t from_ns, int64_t to_ns) const;

 private:
  struct Zone {
    uint64_t begin = 0;
    double begin_ns = 0;
    double ns_per_byte = 0;
  };

  uint64_t size_bytes_;
  int64_t revolution_ns_;
  int64_t track_ns_, cylinder_ns_;
  double all_cylinders_ = 1;
  int64_t head_switch_ns_;
  double track_seek_ns_, root_ns_, linear_ns_;
  std::vector<Zone> zones_;
};

}  // namespace ioreel
