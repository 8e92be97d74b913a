#include "formats/etl/losses.h"

#include <algorithm>

namespace ioreel {
namespace {

/// A number beyond it is damage: it would mean a file of terabytes.
constexpr int64_t kMostBuffers = int64_t{1} << 30;

}  // namespace

void EtlLosses::SeeSequence(int64_t number) {
  if (number < 0 || number > kMostBuffers) return;
  first_sequence_ = std::min(first_sequence_.value_or(number), number);
  last_sequence_ = std::max(last_sequence_, number);
}

uint64_t EtlLosses::Missing(const EtlLogHeader& header, uint64_t there) const {
  if (!header.keeps_all()) return 0;
  const int64_t numbers = first_sequence_ ? last_sequence_ - *first_sequence_ + 1 : 0;
  return std::max<uint64_t>({header.buffers_written, static_cast<uint64_t>(numbers), there}) -
         there;
}

void EtlLosses::SeeBuffer(const EtlBufferHeader& buffer, int64_t first, int64_t last) {
  if (!any_) first_ = first, last_ = last;
  any_ = true;
  first_ = std::min(first_, first);
  last_ = std::max(last_, last);
  const auto before = last_by_cpu_.find(buffer.cpu);
  if (buffer.after_loss()) {
    const int64_t from = before == last_by_cpu_.end() ? first : std::min(before->second, last);
    flagged_.push_back({buffer.cpu, from, last});
  }
  last_by_cpu_[buffer.cpu] = last;
}

uint64_t EtlLosses::Count(const EtlLogHeader& header) const {
  const uint64_t counted = uint64_t{header.events_lost} + header.buffers_lost;
  return std::max<uint64_t>(counted, flagged_.size());
}

std::vector<LossWindow> EtlLosses::Windows(const EtlLogHeader& header, const EtlClock& clock,
                                           uint64_t missing) const {
  std::vector<LossWindow> windows;
  const auto ns = [&clock](int64_t ticks) { return clock.Ns(ticks).value_or(kNoTime); };
  for (const Window& window : flagged_)
    windows.push_back({window.cpu, ns(window.from), ns(window.to), 0});
  const uint64_t elsewhere = Count(header) - flagged_.size();
  if (elsewhere > 0) windows.push_back({-1, ns(first_), ns(last_), elsewhere});
  if (missing > 0) windows.push_back({-1, ns(first_), ns(last_), missing});
  std::stable_sort(windows.begin(), windows.end(),
                   [](const LossWindow& a, const LossWindow& b) { return a.from_ns < b.from_ns; });
  return windows;
}

}  // namespace ioreel
