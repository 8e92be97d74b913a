#include "replay/run/memory_steps.h"

#include <cstring>

namespace ioreel {
namespace {

/// Eight bytes at a time, which compilers turn into vectors.
void XorInto(char* to, const char* from, uint64_t length) {
  uint64_t i = 0;
  for (; i + sizeof(uint64_t) <= length; i += sizeof(uint64_t)) {
    uint64_t a, b;
    memcpy(&a, to + i, sizeof(a));
    memcpy(&b, from + i, sizeof(b));
    a ^= b;
    memcpy(to + i, &a, sizeof(a));
  }
  for (; i < length; ++i) to[i] ^= from[i];
}

}  // namespace

void DoMemorySteps(const MappedIo& mapped, uint32_t stage, const RequestMemory& memory) {
  for (const MemoryStep& step : mapped.steps) {
    if (step.stage != stage) continue;
    char* const to = memory.At(step.to);
    const char* const from = memory.At(step.from);
    if (to == nullptr || from == nullptr) continue;
    if (step.kind == MemoryStep::Kind::kCopy) {
      memcpy(to, from, step.length);
    } else {
      XorInto(to, from, step.length);
    }
  }
}

}  // namespace ioreel
