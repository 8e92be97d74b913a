#include <cstdint>
#include <iterator>

#include "tests/support/whole_trace.h"

/// Texts of kernel events: the first byte chooses a format.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr const char* kFormats[] = {"blkparse", "block-events", "biosnoop"};
  if (size == 0) return 0;
  const absl::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  ioreel::ReadText(kFormats[data[0] % std::size(kFormats)], text, {.tolerant = size % 2 == 1})
      .IgnoreError();
  return 0;
}
