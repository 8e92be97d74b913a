#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "replay/device.h"
#include "replay/plan/remap.h"
#include "replay/plan/volume_layout.h"
#include "replay/session_options.h"
#include "replay/target.h"

namespace ioreel {

/// An op that is not done.
struct Pretence {
  std::string why;         ///< "not done, its time passes: --read-only"
  bool comparable = true;  ///< false: the result must not be compared with others
};

/// How a volume of the trace is done on its target.
struct Preflight {
  RemapRules rules;
  int tiles = 1;                   ///< copies of the trace at once
  uint64_t tile_stride_bytes = 0;  ///< from where one copy begins to where the next does
  uint32_t pretend_ops = 0;        ///< 1 << Op each: not done, their time passes
  std::map<Op, Pretence> pretences;
  bool writes = false;  ///< some I/O changes what the target holds
};

/// Fits a volume to a target of these limits. Errors: FailedPrecondition that names what does
/// not fit, how many I/Os, the first of them, and the option that helps.
absl::StatusOr<Preflight> FitToTarget(const SessionOptions& options, const TraceVolume& volume,
                                      const DeviceLimits& of_target);

/// Bytes of a target that the volume fits on without being folded, for --create auto.
/// Errors: FailedPrecondition when no file can be that large.
absl::StatusOr<uint64_t> NeededBytes(const SessionOptions& options, const TraceVolume& volume);

/// Limits of a target that is made of several devices, or of a single one.
DeviceLimits CombineLimits(const std::vector<DeviceLimits>& devices, const Target& target);

}  // namespace ioreel
