#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "base/range_set.h"
#include "formats/model/trace_info.h"
#include "formats/summary/demand.h"
#include "replay/plan/placement.h"
#include "replay/plan/trace_scan.h"
#include "replay/session_options.h"

namespace ioreel {

/// What is replayed onto one target: one device of the trace, or several one behind the other.
struct TraceVolume {
  std::string target;             ///< target_spec.h
  std::string origin;             ///< where that is named: "--target", "--map sda"
  std::vector<uint16_t> devices;  ///< of the trace, in the order in which they lie
  Demand demand;                  ///< in offsets of the volume
  RangeSet touched;               ///< only for Fit::kCompact: in offsets of the volume
};

struct VolumeLayout {
  std::vector<TraceVolume> volumes;  ///< those that some I/O goes to; at least one
  Placement placement;
  std::vector<std::string> unused;  ///< mapped devices that no I/O goes to, by name
};

/// Whole pages: where one device ends and the next begins.
inline constexpr uint64_t kLayoutUnit = 4096;

/// Which device goes onto which target, and where. A device takes the larger of the size that the
/// trace tells and of the highest end of its I/Os, rounded up to whole pages. `name` is the
/// trace's. Two mappings to the same text are to one target, unless it is simulated: then each is
/// to one of its own. Errors: InvalidArgument when a device of the trace has no target, a mapping
/// names a device that the trace has not, or one target is to take several devices without
/// --concat: lists them.
absl::StatusOr<VolumeLayout> LayOutVolumes(const SessionOptions& options, const TraceInfo& info,
                                           const TraceScan& scan, const std::string& name);

/// "sda (5 I/Os), sdb (1 I/O)": the devices that have any.
std::string ListDevices(const TraceInfo& info, const TraceScan& scan);

}  // namespace ioreel
