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

/// Steps that write every byte of some ranges once, from front to back, as fast as possible.
class RangeWrites : public StepSource {
 public:
  static constexpr uint64_t kStepBytes = 1 << 20;

  /// Ranges are widened to `block_bytes` and cut at `end_bytes`, a multiple of it. `ranges` is
  /// borrowed.
  RangeWrites(const RangeSet* ranges, uint64_t block_bytes, uint64_t end_bytes);
  Batch Pull() override;

  uint64_t steps() const;  ///< how many there are in all

 private:
  const absl::btree_map<uint64_t, uint64_t>* ranges_;
  uint64_t block_bytes_, end_bytes_;
  absl::btree_map<uint64_t, uint64_t>::const_iterator next_;
  uint64_t written_to_ = 0;  ///< everything before is written or not asked for
  uint64_t next_id_ = 0;
  std::vector<Step> batch_;
};

/// Writes the ranges with payload, so that a replay reads what was once written: holes and
/// never-written blocks cost nothing and measure nothing. Then flushes, and drops what the page
/// cache kept.
/// Errors: DataLoss at the first write that fails; Cancelled when `stop` is set.
struct PrimingSetup {
  Target* target = nullptr;
  std::vector<int> fds;  ///< by TargetPart::device
  std::string engine;    ///< engine_registry.h
  Payload payload = Payload::kRandom;
  uint64_t block_bytes = 1;
  const std::atomic<bool>* stop = nullptr;
};
absl::Status Prime(const PrimingSetup& setup, const RangeSet& ranges);

/// The parts of `ranges` that were never written in the file `fd`: holes and preallocated blocks.
/// Everything where the filesystem cannot tell.
RangeSet FindHoles(int fd, const RangeSet& ranges);

}  // namespace ioreel
