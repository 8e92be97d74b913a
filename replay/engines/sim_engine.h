#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "base/clock.h"
#include "replay/engine.h"
#include "replay/models/channel_model.h"
#include "replay/models/drive_spec.h"

namespace ioreel {

/// A simulated device: with the channels of ChannelSpec, or as `drive` has it.
struct SimModel : ChannelSpec {
  std::shared_ptr<const DriveSpec> drive;  ///< null = channels
  int compress_percent = 0;  ///< of what is written, that a drive which compresses takes away
  int64_t submit_ns = 0;     ///< what Submit costs the caller, for each I/O
  bool slept = false;        ///< completions say that they were slept for
  // Faults, by offset of the I/Os.
  std::map<uint64_t, int> errors;        ///< errno
  std::map<uint64_t, uint64_t> shorts;   ///< bytes done of more
  std::set<uint64_t> hangs;              ///< never complete
  uint64_t vanishes_after = UINT64_MAX;  ///< so many I/Os: ENODEV from then on
};

/// Serves I/Os on `clock`, those of each device by its model, or by the last where there are fewer
/// models than devices; on a VirtualClock replays are exact and take no time.
/// REQUIRES: !models.empty().
std::unique_ptr<Engine> MakeSimEngine(Clock* clock, std::vector<SimModel> models);
inline std::unique_ptr<Engine> MakeSimEngine(Clock* clock, const SimModel& model) {
  return MakeSimEngine(clock, std::vector<SimModel>{model});
}

}  // namespace ioreel
