#pragma once

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"

namespace ioreel {

/// What an I/O asks of the device. The numbers stand in trace files: never renumber.
enum class Op : uint8_t {
  kRead = 0,
  kWrite = 1,
  kFlush = 2,  ///< an empty flush; a write that flushes first has IoFlags kPreflush
  kDiscard = 3,
  kWriteZeroes = 4,
  kSecureErase = 5,
  kZoneAppend = 6,
  kZoneReset = 7,
  kZoneResetAll = 8,
  kZoneOpen = 9,
  kZoneClose = 10,
  kZoneFinish = 11,
  kPassthrough = 12,  ///< a driver command (SCSI, NVMe) that is none of the above
};
inline constexpr int kOpCount = 13;

/// "read", "write", "flush", "discard", "write_zeroes", "secure_erase", "zone_append", …
absl::string_view OpName(Op op);
std::optional<Op> FindOp(absl::string_view name);

/// True for read, write and zone append: the ops that carry data.
bool HasPayload(Op op);
/// True for every op that changes what the device holds.
bool ChangesData(Op op);
/// False for flush, zone-reset-all and passthrough, whose offset and length say nothing.
inline bool HasRange(Op op) {
  return op != Op::kFlush && op != Op::kZoneResetAll && op != Op::kPassthrough;
}
/// True for the ops that ask for nothing when their length is 0; a zone is named by its start
/// alone.
bool NeedsLength(Op op);

}  // namespace ioreel
