#include "formats/flush_causes.h"

#include <algorithm>

namespace ioreel {

void FlushCauses::Add(const QueuedIo& io, bool kept) {
  if (io.op != Op::kFlush && !(io.flags & (kPreflush | kFua))) return;
  causes_.push_back({io.queue_ns, io.complete_ns, io.task, io.device, kept});
}

const FlushCauses::Cause* FlushCauses::Find(uint16_t device, int64_t issue_ns) const {
  const auto found = std::find_if(causes_.begin(), causes_.end(), [&](const Cause& cause) {
    return cause.device == device && cause.queue_ns <= issue_ns &&
           (cause.complete_ns == kNoTime || cause.complete_ns >= issue_ns);
  });
  return found == causes_.end() ? nullptr : &*found;
}

void FlushCauses::Forget(int64_t time_ns) {
  std::erase_if(causes_, [time_ns](const Cause& cause) {
    return cause.complete_ns != kNoTime && cause.complete_ns < time_ns;
  });
  if (causes_.size() > kMost)
    causes_.erase(causes_.begin(), causes_.end() - static_cast<ptrdiff_t>(kMost));
}

}  // namespace ioreel
