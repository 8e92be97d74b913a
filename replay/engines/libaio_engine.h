#pragma once

#include <memory>

#include "replay/engine.h"

namespace ioreel {

/// Linux AIO (io_submit). Asynchronous with O_DIRECT only; Submit blocks in the kernel when a
/// device's own queue is full. Completions are read from the ring in user memory.
std::unique_ptr<Engine> MakeLibaioEngine();

}  // namespace ioreel
