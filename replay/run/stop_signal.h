#pragma once

#include <signal.h>

#include <atomic>
#include <iterator>

namespace ioreel {

/// While it lives, the first SIGINT, SIGTERM or SIGHUP sets a flag, so that a replay ends with what
/// it has; the second ends the program as usual. SIGHUP stays ignored where it was (nohup). One at
/// a time.
class StopSignal {
 public:
  StopSignal();
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  const std::atomic<bool>* flag() const;

 private:
  static constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction old_[std::size(kSignals)];
};

}  // namespace ioreel
