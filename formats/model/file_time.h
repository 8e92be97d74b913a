#pragma once

#include <cstdint>

namespace ioreel {

/// 1970-01-01 in Windows' FILETIME, ticks of 100 ns since 1601-01-01 UTC.
inline constexpr int64_t kFileTimeOf1970 = 116'444'736'000'000'000;

}  // namespace ioreel
