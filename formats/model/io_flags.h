#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace ioreel {

/// Flags of an I/O, a bit set. The bits stand in trace files: never renumber.
enum IoFlag : uint16_t {
  kSync = 1 << 0,
  kMeta = 1 << 1,
  kReadahead = 1 << 2,
  kFua = 1 << 3,
  kPreflush = 1 << 4,
  kInventedTime = 1 << 5,  ///< the source had no time of its own for this I/O
  kPaging = 1 << 6,  ///< Windows: of the memory manager or file cache, for mapped or cached data
};
using IoFlags = uint16_t;
inline constexpr IoFlags kAllIoFlags = 0xffff;

/// "sync|meta|fua", "" for none; ParseIoFlags undoes it, nullopt on an unknown name.
std::string IoFlagsText(IoFlags flags);
std::optional<IoFlags> ParseIoFlags(absl::string_view text);

}  // namespace ioreel
