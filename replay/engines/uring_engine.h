#pragma once

#include <memory>

#include "replay/engine.h"

namespace ioreel {

/// io_uring, with what this kernel has of: one issuer with deferred task work, registered files
/// and buffers. Where a device cannot take an I/O without waiting, the kernel passes it to worker
/// threads, which costs time and may change the order; ChooseEngine avoids that.
std::unique_ptr<Engine> MakeUringEngine();

/// Errors: OutOfRange beyond the kernel's longest queue.
absl::Status CheckUringDepth(int depth);

}  // namespace ioreel
