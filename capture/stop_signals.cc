#include "capture/stop_signals.h"

#include <sys/signalfd.h>
#include <unistd.h>

#include "base/check.h"

namespace ioreel {
namespace {

sigset_t PipeSignal() {
  sigset_t pipe;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  return pipe;
}

}  // namespace

StopSignals::StopSignals() {
  sigset_t stop;
  sigemptyset(&stop);
  for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) sigaddset(&stop, signal);
  CHECK(pthread_sigmask(SIG_BLOCK, &stop, &old_mask_) == 0);
  const sigset_t pipe = PipeSignal();
  CHECK(pthread_sigmask(SIG_BLOCK, &pipe, nullptr) == 0);
  fd_ = ScopedFd(signalfd(-1, &stop, SFD_NONBLOCK | SFD_CLOEXEC));
  CHECK(fd_.valid());
}

StopSignals::~StopSignals() {
  bool ignored;
  while (Take(&ignored) != 0) continue;  // one that is pending would end us now
  const sigset_t pipe = PipeSignal();
  const timespec none = {};
  while (sigtimedwait(&pipe, nullptr, &none) == SIGPIPE) continue;
  pthread_sigmask(SIG_SETMASK, &old_mask_, nullptr);
}

int StopSignals::Take(bool* from_terminal) {
  signalfd_siginfo info;
  if (read(fd_.get(), &info, sizeof(info)) != sizeof(info)) return 0;
  *from_terminal = info.ssi_code == SI_KERNEL;
  return static_cast<int>(info.ssi_signo);
}

}  // namespace ioreel
