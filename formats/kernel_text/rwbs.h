#pragma once

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "formats/model/io_flags.h"
#include "formats/model/op.h"

namespace ioreel {

/// What the kernel's and blkparse's letters for an I/O say ("WS", "FWFS", "RAM", "ZRA").
struct Rwbs {
  Op op = Op::kRead;
  IoFlags flags = 0;
};

/// Takes the letters apart: a leading F is a preflush, then comes the op, then F (FUA), A
/// (readahead), S (sync), M (meta) and U (atomic, which a trace does not keep). `length`, in any
/// unit, tells the empty flush of a bio (FWS; kFlush with kPreflush) from a write that flushes
/// first, and an N that is a write-zeroes from one that is a driver's flush (FN) or command (N).
/// nullopt for letters that no kernel writes.
std::optional<Rwbs> ParseRwbs(absl::string_view letters, uint64_t length);

}  // namespace ioreel
