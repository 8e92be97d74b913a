#pragma once

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

/// The two compressions that are said of .etl buffers ([MS-XCA] 2.3/2.4 and [MS-XCA] 2.5). Neither
/// has a checksum: whether the result is right is for the caller to see.

namespace ioreel {

/// XPRESS "plain LZ77". Writes at most `size` bytes to `out`, which is resized to what there was;
/// false when the input says something impossible.
bool UnpackXpress(absl::string_view packed, size_t size, std::string* out);

/// LZNT1, likewise.
bool UnpackLznt1(absl::string_view packed, size_t size, std::string* out);

}  // namespace ioreel
