#pragma once

#include <memory>

#include "replay/engine.h"

namespace ioreel {

/// Linux AIO (io_submit). Asynchronous with O_DIRECT only; Submit blocks in the kernel when a
/// device's own queue is full. Completions are read from the ring in user memory.
std::unique_ptr<Engine> MakeLibaioEngine();

/// Errors: OutOfRange where the system has no room for so many I/Os beside those of others.
absl::Status CheckLibaioDepth(int depth);
/// The same for an fs.aio-max-nr of `most`, of which `used` are taken.
absl::Status CheckAioRoom(int depth, uint64_t most, uint64_t used);

}  // namespace ioreel
