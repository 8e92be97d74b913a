#pragma once

#include <memory>

#include "capture/kernel_paths.h"
#include "capture/source.h"

namespace ioreel {

/// The classic interface of blktrace: ioctls on the device, per-CPU relay files in debugfs, which
/// kernel lockdown refuses to open. One trace a disk, beside the traces of other disks.
std::unique_ptr<CaptureSource> MakeRelaySource(KernelPaths paths = {});

}  // namespace ioreel
