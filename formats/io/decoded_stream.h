#pragma once

#include <functional>
#include <istream>
#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace ioreel {

/// Reads the next ≤ `size` bytes into `out` and returns how many; 0 at the end.
using ReadBytesFn = std::function<absl::StatusOr<size_t>(char* out, size_t size)>;

/// A stream of what `read` gives, with compression undone, also where one stands in another. It
/// gives all that stands before damage, and then ends: StreamStatus knows why.
std::unique_ptr<std::istream> MakeDecodedStream(ReadBytesFn read);

/// At the end of a stream that MakeDecodedStream made: OK, or DataLoss with the name, how many
/// bytes could be read, and what is wrong.
absl::Status StreamStatus(const std::istream& stream, absl::string_view name);

}  // namespace ioreel
