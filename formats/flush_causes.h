#pragma once

#include <cstdint>
#include <vector>

#include "formats/model/io.h"

namespace ioreel {

/// Queued I/Os for which the kernel sends flushes of its own, which no queued I/O joins. Such a
/// flush belongs to the oldest of them that waits when it is issued.
class FlushCauses {
 public:
  struct Cause {
    int64_t queue_ns, complete_ns;
    uint32_t task;
    uint16_t device;
    bool kept;
  };

  /// In order of queue_ns; those that want no flush are passed over. `kept`: for the caller.
  void Add(const QueuedIo& io, bool kept = true);

  /// nullptr = none is known; valid until the next call of Add or Forget.
  const Cause* Find(uint16_t device, int64_t issue_ns) const;

  /// No flush issued before `time_ns` will be asked for.
  void Forget(int64_t time_ns);

 private:
  static constexpr size_t kMost = 1024;
  std::vector<Cause> causes_;
};

}  // namespace ioreel
