#include <cstdint>

#include "tests/support/whole_trace.h"

/// One format, which the build names (tests/CMakeLists.txt).
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view bytes(reinterpret_cast<const char*>(data), size);
  ioreel::ReadText(IOREEL_FUZZED_FORMAT, bytes, {.tolerant = size % 2 == 1}).IgnoreError();
  return 0;
}
