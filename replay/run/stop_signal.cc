#include "replay/run/stop_signal.h"

#include <time.h>
#include <unistd.h>

#include <cstdint>

namespace ioreel {
namespace {

/// Signals that come together are one: `timeout` and shells send it to the process and its group.
constexpr int64_t kTogetherNs = 300'000'000;

constexpr int64_t kNone = INT64_MIN;

std::atomic<bool> stop_flag{false};
std::atomic<int64_t> first_ns{kNone};  // when the first of them came
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int64_t>::is_always_lock_free);

int64_t NowNs() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

void OnSignal(int number) {
  const int64_t now_ns = NowNs();
  int64_t first = kNone;
  if (!first_ns.compare_exchange_strong(first, now_ns)) {  // another, perhaps on another thread
    if (now_ns - first < kTogetherNs) return;
    signal(number, SIG_DFL);
    raise(number);
    return;
  }
  stop_flag = true;
  constexpr char kText[] = "\nioreel: stopping after the I/Os in flight; once more ends at once\n";
  [[maybe_unused]] const ssize_t n = write(STDERR_FILENO, kText, sizeof(kText) - 1);
}

}  // namespace

StopSignal::StopSignal() {
  stop_flag = false;
  first_ns = kNone;
  struct sigaction action = {};
  action.sa_handler = OnSignal;
  action.sa_flags = 0;  // no SA_RESTART: waits end early
  for (size_t i = 0; i < std::size(kSignals); ++i) {
    sigaction(kSignals[i], &action, &old_[i]);
    const bool nohup = kSignals[i] == SIGHUP && old_[i].sa_handler == SIG_IGN;
    if (nohup) sigaction(kSignals[i], &old_[i], nullptr);
  }
}

StopSignal::~StopSignal() {
  for (size_t i = 0; i < std::size(kSignals); ++i) sigaction(kSignals[i], &old_[i], nullptr);
}

const std::atomic<bool>* StopSignal::flag() const { return &stop_flag; }

}  // namespace ioreel
