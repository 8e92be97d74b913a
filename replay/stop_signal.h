#pragma once

#include <signal.h>

#include <atomic>

namespace ioreel {

/// While it lives, the first SIGINT or SIGTERM sets a flag, so that a replay ends with what it
/// has; the second ends the program as usual. One at a time.
class StopSignal {
 public:
  StopSignal();
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  const std::atomic<bool>* flag() const;

 private:
  struct sigaction old_interrupt_, old_terminate_;
};

}  // namespace ioreel
