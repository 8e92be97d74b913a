#include "capture/op_marker.h"

#include <algorithm>

namespace ioreel {
namespace {

/// How long after the special report the Q may come: both stem from one place in the kernel, but
/// the CPU may be taken away in between.
constexpr int64_t kLookBackNs = 1'000'000;

}  // namespace

void OpMarker::Mark(int32_t tid, StageEvent* event) {
  if (waiting_.empty() || event->stage != Stage::kQueued) return;
  while (!waiting_.empty() && waiting_.front().time_ns < event->time_ns - kLookBackNs) {
    ++unmatched_;
    waiting_.pop_front();
  }
  const auto found = std::find_if(waiting_.begin(), waiting_.end(), [&](const SpecialIo& special) {
    return special.tid == tid && special.device == event->device &&
           special.offset == event->offset && special.length == event->length &&
           special.time_ns <= event->time_ns + kLookAheadNs;
  });
  if (found == waiting_.end()) return;
  event->op = found->op;
  waiting_.erase(found);
}

}  // namespace ioreel
