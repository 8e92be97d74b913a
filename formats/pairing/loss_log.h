#pragma once

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "formats/model/stage_event.h"
#include "formats/model/trace_info.h"

namespace ioreel {

/// Turns kLost events into windows of time: from the last event seen on that CPU to the first
/// after the gap.
class LossLog {
 public:
  /// Appends to `losses`, which must outlive it. Times there count from `origin_ns`.
  LossLog(std::vector<LossWindow>* losses, int64_t origin_ns)
      : losses_(losses), origin_ns_(origin_ns) {}

  /// Every event, in time order.
  void See(const StageEvent& event);

 private:
  void AddWindow(const StageEvent& loss);

  std::vector<LossWindow>* losses_;
  int64_t origin_ns_;
  absl::flat_hash_map<uint16_t, int64_t> last_ns_;  ///< by CPU; kNoCpu: of any
};

}  // namespace ioreel
