#include "formats/pairing/loss_log.h"

#include <algorithm>

#include "base/checked_math.h"

namespace ioreel {
namespace {

/// Beyond it a new loss makes the last window of its CPU longer.
constexpr size_t kMostWindows = 1 << 16;

}  // namespace

void LossLog::See(const StageEvent& event) {
  if (event.stage == Stage::kLost) return AddWindow(event);
  last_of_any_ns_ = event.time_ns;
  if (event.cpu == kNoCpu) return;
  if (event.cpu >= last_ns_.size()) last_ns_.resize(event.cpu + 1, kNoTime);
  last_ns_[event.cpu] = event.time_ns;
}

void LossLog::AddWindow(const StageEvent& loss) {
  const int32_t cpu = loss.cpu == kNoCpu ? -1 : loss.cpu;
  const int64_t to_ns = loss.time_ns - origin_ns_;
  if (losses_->size() >= kMostWindows) {
    const auto last = std::find_if(losses_->rbegin(), losses_->rend(),
                                   [cpu](const LossWindow& window) { return window.cpu == cpu; });
    if (last != losses_->rend()) {
      last->to_ns = to_ns;
      last->events = SaturatingAdd(last->events, loss.length);
      return;
    }
  }
  const int64_t seen_ns = LastOf(loss.cpu);
  const int64_t from_ns = seen_ns == kNoTime ? 0 : seen_ns - origin_ns_;
  losses_->push_back({cpu, std::min(from_ns, to_ns), to_ns, loss.length});
}

int64_t LossLog::LastOf(uint16_t cpu) const {
  if (cpu == kNoCpu) return last_of_any_ns_;
  return cpu < last_ns_.size() ? last_ns_[cpu] : kNoTime;
}

}  // namespace ioreel
