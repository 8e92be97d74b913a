#pragma once

#include <atomic>
#include <cstdint>

namespace ioreel {

/// Does nothing for so long, or until `stop` is set: a drive finishes what it was given.
void Pause(int64_t ns, const std::atomic<bool>& stop);

}  // namespace ioreel
