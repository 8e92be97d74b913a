#include "replay/run/loop_group.h"

namespace ioreel {
namespace {

constexpr int64_t kLeadNs = 1'000'000;  // from set-up to the replay's zero

}  // namespace

int64_t LoopGroup::AwaitStart(const Clock& clock) {
  std::unique_lock lock(mutex_);
  if (++there_ == loops_) {
    zero_ns_ = clock.NowNs() + kLeadNs;
    all_there_.notify_all();
  }
  all_there_.wait(lock, [this] { return there_ == loops_; });
  return zero_ns_;
}

void LoopGroup::CountInFlight(int change) {
  if (change == 0) return;
  const int now = in_flight_.fetch_add(change, std::memory_order_relaxed) + change;
  RaiseTo(now, &most_in_flight_);
}

}  // namespace ioreel
