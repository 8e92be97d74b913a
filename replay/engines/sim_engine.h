#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "base/clock.h"
#include "replay/engine.h"

namespace ioreel {

/// A device with so many channels, each of which serves one I/O at a time, first come, first
/// served, for a fixed time and a time a byte.
struct SimModel {
  int channels = 1;
  int64_t read_ns = 100'000;
  int64_t write_ns = 100'000;
  int64_t other_ns = 100'000;  ///< flush, discard, write zeroes
  double ns_per_byte = 0;
  int64_t submit_ns = 0;  ///< what Submit costs the caller, for each I/O
  bool slept = false;     ///< completions say that they were slept for
  // Faults, by offset of the I/Os.
  std::map<uint64_t, int> errors;        ///< errno
  std::map<uint64_t, uint64_t> shorts;   ///< bytes done of more
  std::set<uint64_t> hangs;              ///< never complete
  uint64_t vanishes_after = UINT64_MAX;  ///< so many I/Os: ENODEV from then on
};

/// Serves I/Os on `clock`, those of each device by its model, or by the last where there are fewer
/// models than devices; on a VirtualClock replays are exact and take no time. An I/O that would be
/// done more than 146 years after the clock's zero fails at once, with EOVERFLOW.
/// REQUIRES: !models.empty().
std::unique_ptr<Engine> MakeSimEngine(Clock* clock, std::vector<SimModel> models);
inline std::unique_ptr<Engine> MakeSimEngine(Clock* clock, const SimModel& model) {
  return MakeSimEngine(clock, std::vector<SimModel>{model});
}

}  // namespace ioreel
