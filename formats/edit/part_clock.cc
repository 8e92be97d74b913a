#include "formats/edit/part_clock.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/checked_math.h"

namespace ioreel {
namespace {

constexpr int64_t kEndOfTime = std::numeric_limits<int64_t>::max();  // behind all rows of a merge

}  // namespace

bool PartClock::Move(int64_t* time_ns) const {
  if (*time_ns == kNoTime) return true;
  int64_t from_zero_ns = *time_ns;
  if (speed_ != 1) {
    const double scaled = static_cast<double>(*time_ns) / speed_;
    if (std::abs(scaled) >= 0x1p62) return false;
    from_zero_ns = std::llround(scaled);
  }
  const std::optional<int64_t> moved = CheckedAdd(zero_ns_, from_zero_ns);
  if (!moved || *moved == kNoTime || *moved == kEndOfTime) return false;
  *time_ns = *moved;
  return true;
}

bool PartClock::MoveRow(int64_t* time_ns) {
  if (!Move(time_ns)) return false;
  if (*time_ns == kNoTime) return true;
  latest_ns_ = std::max(latest_ns_, *time_ns);
  if (first_pass_) earliest_ns_ = std::min(earliest_ns_, *time_ns);
  return true;
}

bool PartClock::NextPass() {
  first_pass_ = false;
  if (latest_ns_ == kNoTime) return true;
  const int64_t ahead_ns = std::min(earliest_ns_, start_ns_);
  const std::optional<int64_t> lead_ns = CheckedAdd(start_ns_, -ahead_ns);
  const auto zero_ns = lead_ns ? CheckedAdd(latest_ns_, *lead_ns) : std::nullopt;
  zero_ns_ = zero_ns.value_or(zero_ns_);
  return zero_ns.has_value();
}

}  // namespace ioreel
