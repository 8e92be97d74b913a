#include "replay/stop_signal.h"

#include <unistd.h>

namespace ioreel {
namespace {

std::atomic<bool> stop_flag{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void OnSignal(int) {
  if (stop_flag.exchange(true)) return;
  constexpr char kText[] = "\nioreel: stopping after the I/Os in flight; once more ends at once\n";
  [[maybe_unused]] const ssize_t n = write(STDERR_FILENO, kText, sizeof(kText) - 1);
}

}  // namespace

StopSignal::StopSignal() {
  stop_flag = false;
  struct sigaction action = {};
  action.sa_handler = OnSignal;
  action.sa_flags = SA_RESETHAND;  // and no SA_RESTART: waits end early
  sigaction(SIGINT, &action, &old_interrupt_);
  sigaction(SIGTERM, &action, &old_terminate_);
}

StopSignal::~StopSignal() {
  sigaction(SIGINT, &old_interrupt_, nullptr);
  sigaction(SIGTERM, &old_terminate_, nullptr);
}

const std::atomic<bool>* StopSignal::flag() const { return &stop_flag; }

}  // namespace ioreel
