#include "base/clock.h"

#include <time.h>

namespace ioreel {
namespace {

constexpr int64_t kSecond = 1'000'000'000;

}  // namespace

int64_t SteadyClock::NowNs() const {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * kSecond + now.tv_nsec;
}

void SteadyClock::WaitUntil(int64_t deadline_ns) {
  const int64_t wake_ns = deadline_ns - spin_ns_;
  if (NowNs() < wake_ns) {
    const timespec wake = {wake_ns / kSecond, wake_ns % kSecond};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wake, nullptr);
  }
  while (NowNs() < deadline_ns) {
  }
}

}  // namespace ioreel
