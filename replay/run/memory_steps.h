#pragma once

#include <cstdint>

#include "replay/target.h"

namespace ioreel {

/// The memory of one request; null where no data moves (engines without a device).
struct RequestMemory {
  char* data = nullptr;
  char* scratch = nullptr;

  char* At(MemoryPlace place) const {
    char* const base = place.scratch ? scratch : data;
    return base == nullptr ? nullptr : base + place.offset;
  }
};

/// Does those of `mapped.steps` that come before the parts of `stage` and after the stage before.
void DoMemorySteps(const MappedIo& mapped, uint32_t stage, const RequestMemory& memory);

}  // namespace ioreel
