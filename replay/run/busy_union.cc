#include "replay/run/busy_union.h"

#include <algorithm>

#include "base/check.h"

namespace ioreel {

void BusyUnion::Add(int64_t start_ns, int64_t end_ns) {
  CHECK(start_ns <= end_ns);
  if (!union_.empty()) end_ns = std::max(end_ns, union_.back().end_ns);
  total_ns_ += static_cast<double>(end_ns - start_ns);
  while (!union_.empty() && union_.back().end_ns >= start_ns) {
    const Interval covered = union_.back();
    busy_ns_ -= covered.end_ns - covered.start_ns;
    start_ns = std::min(start_ns, covered.start_ns);
    union_.pop_back();
  }
  busy_ns_ += end_ns - start_ns;
  if (union_.size() >= 2 * kKept) union_.erase(union_.begin(), union_.end() - kKept);
  union_.push_back({start_ns, end_ns});
}

}  // namespace ioreel
