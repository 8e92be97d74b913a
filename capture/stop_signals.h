#pragma once

#include <signal.h>

#include "base/file.h"

namespace ioreel {

/// While it lives, SIGINT, SIGTERM, SIGHUP and SIGQUIT do not end the process but can be read
/// here, and SIGPIPE does nothing: a recording is worth more than what is said of it. The mask is
/// per thread and inherited: make it before other threads.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();

  int fd() const { return fd_.get(); }  ///< readable when one has come
  /// The next signal that has come; 0 when there is none. `from_terminal`: Ctrl-C, which every
  /// process in front of the terminal got by itself.
  int Take(bool* from_terminal);

  /// As it was before; for a child.
  const sigset_t& old_mask() const { return old_mask_; }

 private:
  sigset_t old_mask_;
  ScopedFd fd_;
};

}  // namespace ioreel
