#pragma once

#include <cstdint>

#include "replay/engine.h"

namespace ioreel {

/// Does `io` with calls that block, whatever its op: pread, pwrite, fdatasync, and for the ops
/// that change ranges the block ioctls on devices and fallocate on files. Returns the bytes moved
/// (0 where none move) or −errno; −EOPNOTSUPP where the device or filesystem lacks the op.
int64_t DoBlockingIo(const DeviceIo& io);

/// True for ops that kernel queues take: read, write, flush. The rest only blocks.
bool IsQueueable(Op op);

}  // namespace ioreel
