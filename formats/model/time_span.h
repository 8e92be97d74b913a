#pragma once

#include <cstdint>
#include <limits>

#include "formats/model/time.h"

namespace ioreel {

/// to_ns − from_ns; INT64_MAX where that does not fit. REQUIRES: known times, from_ns ≤ to_ns.
inline int64_t NsBetween(int64_t from_ns, int64_t to_ns) {
  int64_t ns;
  return __builtin_sub_overflow(to_ns, from_ns, &ns) ? std::numeric_limits<int64_t>::max() : ns;
}

}  // namespace ioreel
