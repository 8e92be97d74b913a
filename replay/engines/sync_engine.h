#pragma once

#include <memory>

#include "replay/engine.h"

namespace ioreel {

/// Threads that call pread and pwrite: works everywhere, also with buffered files. The kernel may
/// see I/Os that went out together in another order.
std::unique_ptr<Engine> MakeSyncEngine();

}  // namespace ioreel
