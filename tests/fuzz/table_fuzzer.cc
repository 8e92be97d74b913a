#include <cstdint>
#include <iterator>

#include "tests/support/whole_trace.h"

/// The tables as text: the first byte chooses one.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr const char* kFormats[] = {"columns", "wpa",     "procmon", "xperf",
                                      "fiu",     "msr",     "spc",     "tencent",
                                      "systor",  "disksim", "diskmon", "alibaba"};
  if (size == 0) return 0;
  const absl::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  ioreel::ReadText(kFormats[data[0] % std::size(kFormats)], text, {.tolerant = size % 2 == 1})
      .IgnoreError();
  return 0;
}
