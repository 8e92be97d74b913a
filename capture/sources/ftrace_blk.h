#pragma once

#include <memory>

#include "capture/kernel_paths.h"
#include "capture/source.h"

namespace ioreel {

/// The ftrace `blk` tracer in its binary form, read from tracefs. Works under kernel lockdown.
/// It is one for the whole machine.
std::unique_ptr<CaptureSource> MakeFtraceBlkSource(KernelPaths paths = {});

}  // namespace ioreel
