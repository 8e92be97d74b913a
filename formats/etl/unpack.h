#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "absl/strings/string_view.h"

/// The two compressions that are said of .etl buffers ([MS-XCA] 2.3/2.4 and [MS-XCA] 2.5). Neither
/// has a checksum: whether the result is right is for the caller to see.

namespace ioreel {

/// XPRESS "plain LZ77". Writes at most `size` bytes to the front of `out`, which is made larger
/// where it is too small, and says how many there were; nullopt when the input is impossible.
std::optional<size_t> UnpackXpress(absl::string_view packed, size_t size, std::vector<char>* out);

/// LZNT1, likewise.
std::optional<size_t> UnpackLznt1(absl::string_view packed, size_t size, std::vector<char>* out);

}  // namespace ioreel
