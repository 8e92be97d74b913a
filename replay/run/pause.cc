#include "replay/run/pause.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace ioreel {

void Pause(int64_t ns, const std::atomic<bool>& stop) {
  using std::chrono::steady_clock;
  constexpr std::chrono::nanoseconds kLook = std::chrono::milliseconds(20);
  const auto end = steady_clock::now() + std::chrono::nanoseconds(ns);
  for (auto now = steady_clock::now(); now < end && !stop.load(); now = steady_clock::now()) {
    std::this_thread::sleep_for(std::min<std::chrono::nanoseconds>(kLook, end - now));
  }
}

}  // namespace ioreel
