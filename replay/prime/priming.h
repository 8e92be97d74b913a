#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/status/status.h"
#include "base/range_set.h"
#include "replay/plan/schedule.h"
#include "replay/prime/payload.h"
#include "replay/target.h"

namespace ioreel {

/// Writes the ranges with payload, so that a replay reads what was once written: holes and
/// never-written blocks cost nothing and measure nothing. Then flushes, and drops what the page
/// cache kept.
/// Errors: as RunPlainly.
struct PrimingSetup {
  Target* target = nullptr;
  std::vector<int> fds;  ///< by TargetPart::device
  std::string engine;    ///< engine_registry.h
  Payload payload = {};  ///< without stamps
  uint64_t block_bytes = 1;
  int64_t timeout_ns = kNoTime;  ///< SessionOptions::io_timeout_ns
  const std::atomic<bool>* stop = nullptr;
};
absl::Status Prime(const PrimingSetup& setup, const RangeSet& ranges);

/// The parts of `ranges` that were never written in the file `fd`: holes and preallocated blocks.
/// Everything where the filesystem cannot tell; nothing of a block device, which has no holes.
RangeSet FindHoles(int fd, const RangeSet& ranges);

}  // namespace ioreel
