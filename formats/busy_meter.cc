#include "formats/busy_meter.h"

#include <algorithm>

#include "base/check.h"
#include "base/checked_math.h"
#include "formats/model/time.h"

namespace ioreel {

void BusyMeter::Add(int64_t start_ns, int64_t end_ns) {
  CHECK(start_ns <= end_ns && (!any_ || start_ns >= last_start_ns_));
  if (!any_) covered_to_ns_ = start_ns;
  any_ = true;
  last_start_ns_ = start_ns;

  const int64_t uncovered_ns = std::max(start_ns, covered_to_ns_);
  if (uncovered_ns < end_ns)
    busy_ns_ = CheckedAdd(busy_ns_, NsBetween(uncovered_ns, end_ns)).value_or(INT64_MAX);
  covered_to_ns_ = std::max(covered_to_ns_, end_ns);
  in_flight_ns_ += static_cast<double>(NsBetween(start_ns, end_ns));

  while (!in_flight_.empty() && in_flight_.top() <= start_ns) in_flight_.pop();
  in_flight_.push(end_ns);
  max_depth_ = std::max(max_depth_, in_flight_.size());
}

double BusyMeter::mean_depth() const {
  return busy_ns_ == 0 ? 0 : in_flight_ns_ / static_cast<double>(busy_ns_);
}

}  // namespace ioreel
