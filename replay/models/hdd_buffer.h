#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "replay/models/hdd_geometry.h"

namespace ioreel {

/// What a disk holds of what it has read: a stretch in each segment, of which one may be growing,
/// as the heads stay where they are and read ahead.
class HddBuffer {
 public:
  /// `segment_bytes` of each, of which a reading ahead fills `ahead_bytes` at most.
  HddBuffer(const HddGeometry* geometry, size_t segments, uint64_t segment_bytes,
            uint64_t ahead_bytes, uint64_t size_bytes);

  /// Whether all of [begin, end) is there at `now_ns`.
  bool Holds(uint64_t begin, uint64_t end, int64_t now_ns) const;

  /// Whether the heads come to what is missing of a read at `begin` by reading on.
  bool Continues(uint64_t begin, int64_t now_ns) const;

  /// When they have read all before `end`. REQUIRES: Continues up to there.
  int64_t ReachesNs(uint64_t end) const { return grows_ns_ + geometry_->SpiralNs(end) - from_ns_; }

  /// A read of [begin, end) ends at `now_ns` at the medium: its data is there, and from here on
  /// what follows. `continued`: the heads had been reading ahead of it.
  void Read(uint64_t begin, uint64_t end, bool continued, int64_t now_ns);

  /// A read that ends at `end` was served from here: goes on reading ahead when less than half of
  /// it is left, once `end` of the stretch comes by again after `wait_ns`.
  bool WantsMore(uint64_t end, int64_t now_ns) const;
  void ReadOn(int64_t now_ns, int64_t wait_ns);

  /// The heads leave. Where they are then on the spiral; `head_ns` if they were not reading ahead.
  int64_t Stop(int64_t now_ns, int64_t head_ns);
  int64_t HeadNs(int64_t now_ns, int64_t head_ns) const;
  uint64_t ahead_end() const { return limit_; }

  /// What is written there is no longer known here.
  void Forget(uint64_t begin, uint64_t end, int64_t now_ns);

 private:
  struct Segment {
    uint64_t begin = 0, end = 0;
  };
  uint64_t EndAt(int64_t now_ns) const;  ///< of the growing one

  const HddGeometry* geometry_;
  const uint64_t segment_bytes_, ahead_bytes_, size_bytes_;
  std::vector<Segment> segments_;
  size_t last_ = 0;       ///< the one used last
  bool growing_ = false;  ///< segments_[last_], to `limit_`
  int64_t grows_ns_ = 0;  ///< since when
  int64_t from_ns_ = 0;   ///< from where on the spiral
  uint64_t limit_ = 0;
};

}  // namespace ioreel
