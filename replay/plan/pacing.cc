#include "replay/plan/pacing.h"

#include <algorithm>
#include <cmath>

namespace ioreel {

int64_t Pacer::Scale(int64_t ns) const {
  if (options_.speed == 1) return ns;
  return std::llround(static_cast<double>(ns) / options_.speed);
}

int64_t Pacer::DueNs(const Io& io) {
  const int64_t idle_ns = io.start_ns - busy_until_ns_;
  if (options_.idle_cap_ns != kNoTime && idle_ns > options_.idle_cap_ns) {
    const int64_t cut_ns = idle_ns - options_.idle_cap_ns;
    idle_cut_ns_ += cut_ns;
    zero_ns_ += cut_ns;
  }
  busy_until_ns_ = std::max({busy_until_ns_, io.start_ns, io.complete_ns});
  return AtNs(io.start_ns);
}

int64_t Pacer::EndNs(int64_t ns) const {
  if (options_.idle_cap_ns == kNoTime) return AtNs(ns);
  const int64_t cut_ns = std::max<int64_t>(0, ns - busy_until_ns_ - options_.idle_cap_ns);
  return AtNs(ns - cut_ns);
}

int64_t Pacer::ThinkNs(const Dependency& dependency) {
  int64_t think_ns = dependency.think_ns;
  if (options_.idle_cap_ns != kNoTime && think_ns > options_.idle_cap_ns) {
    idle_cut_ns_ += think_ns - options_.idle_cap_ns;
    think_ns = options_.idle_cap_ns;
  }
  think_ns = Scale(think_ns);
  if (dependency.anchor != Anchor::kComplete) return think_ns;
  return std::max<int64_t>(0, think_ns - options_.wake_up_cost_ns);
}

}  // namespace ioreel
