#include "replay/run/busy_union.h"

#include <algorithm>

#include "base/check.h"

namespace ioreel {

void BusyUnion::Add(int64_t start_ns, int64_t end_ns) {
  CHECK(start_ns <= end_ns);
  total_ns_ += static_cast<double>(end_ns - start_ns);
  auto last = union_.end();
  while (last != union_.begin() && (last - 1)->start_ns > end_ns) --last;
  auto first = last;  // what it meets is [first, last)
  while (first != union_.begin() && (first - 1)->end_ns >= start_ns) {
    --first;
    busy_ns_ -= first->end_ns - first->start_ns;
    start_ns = std::min(start_ns, first->start_ns);
    end_ns = std::max(end_ns, first->end_ns);
  }
  busy_ns_ += end_ns - start_ns;
  union_.insert(union_.erase(first, last), {start_ns, end_ns});
  if (union_.size() > 2 * kKept) union_.erase(union_.begin(), union_.end() - kKept);
}

}  // namespace ioreel
