#pragma once

#include <cstdint>

namespace ioreel {

/// The unit in which Linux and most tools tell offsets and lengths, whatever the device's own is.
inline constexpr uint64_t kSectorBytes = 512;

}  // namespace ioreel
