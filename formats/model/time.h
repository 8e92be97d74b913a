#pragma once

#include <cstdint>
#include <limits>

namespace ioreel {

/// Times in a trace are int64 nanoseconds from the trace's start (TraceInfo::start_*);
/// they may be negative for work that was under way when the recording began.
inline constexpr int64_t kNoTime = std::numeric_limits<int64_t>::min();

}  // namespace ioreel
