#pragma once

#include <cstdint>
#include <vector>

#include "absl/container/btree_map.h"
#include "base/range_set.h"
#include "formats/model/op.h"
#include "replay/plan/schedule.h"

namespace ioreel {

/// Steps that read or write every byte of some ranges once, from front to back, as fast as
/// possible.
class RangeSteps : public StepSource {
 public:
  static constexpr uint64_t kStepBytes = 1 << 20;

  /// Ranges are widened to `block_bytes` and cut at `end_bytes`, a multiple of it. `ranges` is
  /// borrowed.
  RangeSteps(Op op, const RangeSet* ranges, uint64_t block_bytes, uint64_t end_bytes,
             uint16_t volume = 0);
  Batch Pull() override;

  uint64_t steps() const;  ///< how many there are in all

 private:
  const Op op_;
  const uint16_t volume_;
  const absl::btree_map<uint64_t, uint64_t>* ranges_;
  uint64_t block_bytes_, end_bytes_;
  absl::btree_map<uint64_t, uint64_t>::const_iterator next_;
  uint64_t done_to_ = 0;  ///< everything before is done or not asked for
  uint64_t next_id_ = 0;
  std::vector<Step> batch_;
};

}  // namespace ioreel
