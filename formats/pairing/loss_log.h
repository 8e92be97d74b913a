#pragma once

#include <cstdint>
#include <vector>

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
  int64_t LastOf(uint16_t cpu) const;

  std::vector<LossWindow>* losses_;
  int64_t origin_ns_;
  std::vector<int64_t> last_ns_;  ///< by CPU, as far as they were seen; kNoTime = never
  int64_t last_of_any_ns_ = kNoTime;
};

}  // namespace ioreel
