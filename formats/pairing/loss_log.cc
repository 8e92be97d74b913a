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
  last_ns_[event.cpu] = event.time_ns;
  last_ns_[kNoCpu] = event.time_ns;
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
  const auto seen = last_ns_.find(loss.cpu);
  const int64_t from_ns = seen == last_ns_.end() ? 0 : seen->second - origin_ns_;
  losses_->push_back({cpu, std::min(from_ns, to_ns), to_ns, loss.length});
}

}  // namespace ioreel
