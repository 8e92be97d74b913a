#pragma once

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"

namespace ioreel {

/// Finds each I/O a track on which it overlaps no other: the tracks of a device and a task, as many
/// as it has I/Os at once. Not thread-safe.
class Tracks {
 public:
  struct Track {
    uint32_t id = 0;     ///< from 1, of all devices and tasks
    uint32_t place = 0;  ///< from 0, among those of its device and task
    bool is_new = false;
  };
  /// One of no length takes up a ns, since viewers mix up events that begin at once on one track.
  /// REQUIRES: starts do not go backwards; start_ns <= end_ns.
  Track Find(uint16_t device, uint32_t task, int64_t start_ns, int64_t end_ns);

 private:
  struct Lane {
    uint32_t id;
    int64_t end_ns;
  };
  absl::flat_hash_map<uint64_t, std::vector<Lane>> lanes_;  ///< by device and task
  uint32_t last_id_ = 0;
};

}  // namespace ioreel
