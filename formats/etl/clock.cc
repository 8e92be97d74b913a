#include "formats/etl/clock.h"

#include <algorithm>
#include <limits>

#include "absl/strings/str_cat.h"
#include "formats/model/file_time.h"
#include "formats/model/time.h"

namespace ioreel {
namespace {

constexpr int64_t kNsPerS = 1'000'000'000;

enum ClockType : uint32_t { kUnknown = 0, kPerformanceCounter = 1, kSystemTime = 2, kCycles = 3 };

std::optional<int64_t> ToInt64(__int128 value) {
  constexpr __int128 kMost = std::numeric_limits<int64_t>::max();
  if (value > kMost || value < -kMost) return std::nullopt;  // kNoTime is no time
  return static_cast<int64_t>(value);
}

__int128 FloorDiv(__int128 a, int64_t b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

}  // namespace

absl::StatusOr<EtlClock> EtlClock::Make(const EtlLogHeader& header) {
  EtlClock clock;
  clock.start_ = header.ticks;
  clock.ticks_per_s_ = std::max<int64_t>(header.ticks_per_s, 0);
  const bool qpc = header.clock_type == kPerformanceCounter ||
                   (header.clock_type == kUnknown && header.ticks_per_s > 0);
  if (qpc) {
    clock.name_ = "QueryPerformanceCounter";
    clock.ns_ = kNsPerS;
    clock.ticks_ = clock.ticks_per_s_;
  } else if (header.clock_type == kSystemTime || header.clock_type == kUnknown) {
    clock.name_ = "FILETIME";
    clock.ns_ = 100;
    clock.resolution_ns_ = int64_t{std::max(1u, header.timer_100ns)} * 100;
    return clock;
  } else if (header.clock_type == kCycles) {
    clock.name_ = "CPU cycles";
    clock.ns_ = 1000;
    clock.ticks_ = header.cpu_mhz;
  } else {
    return absl::InvalidArgumentError(
        absl::StrCat("the log header names a clock of unknown type ", header.clock_type));
  }
  if (clock.ticks_ <= 0)
    return absl::InvalidArgumentError(absl::StrCat("the log header says times are ", clock.name_,
                                                   ", but not how many make a second"));
  clock.resolution_ns_ = clock.ns_ / clock.ticks_ + (clock.ns_ % clock.ticks_ == 0 ? 0 : 1);
  return clock;
}

std::optional<int64_t> EtlClock::Ns(int64_t ticks, uint64_t response) const {
  const __int128 since_start = static_cast<__int128>(ticks) - start_;
  if (ns_ == kNsPerS) return ToInt64(FloorDiv((since_start - response) * ns_, ticks_));
  const __int128 before =
      response == 0 ? 0 : static_cast<__int128>(response) * kNsPerS / ticks_per_s_;
  return ToInt64(FloorDiv(since_start * ns_, ticks_) - before);
}

int64_t EtlClock::start_clock_ns() const {
  return ToInt64(FloorDiv(static_cast<__int128>(start_) * ns_, ticks_)).value_or(kNoTime);
}

int64_t WallNsFromFiletime(int64_t filetime) {
  if (filetime == 0) return kNoTime;
  return ToInt64((static_cast<__int128>(filetime) - kFileTimeOf1970) * 100).value_or(kNoTime);
}

}  // namespace ioreel
