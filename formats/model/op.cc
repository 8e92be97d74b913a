#include "formats/model/op.h"

#include "base/check.h"

namespace ioreel {
namespace {

constexpr absl::string_view kNames[kOpCount] = {
    "read",         "write",       "flush",       "discard",        "write_zeroes",
    "secure_erase", "zone_append", "zone_reset",  "zone_reset_all", "zone_open",
    "zone_close",   "zone_finish", "passthrough",
};

}  // namespace

absl::string_view OpName(Op op) {
  CHECK(static_cast<int>(op) < kOpCount);
  return kNames[static_cast<int>(op)];
}

std::optional<Op> FindOp(absl::string_view name) {
  for (int i = 0; i < kOpCount; ++i) {
    if (kNames[i] == name) return static_cast<Op>(i);
  }
  return std::nullopt;
}

bool HasPayload(Op op) { return op == Op::kRead || op == Op::kWrite || op == Op::kZoneAppend; }

bool ChangesData(Op op) { return op != Op::kRead && op != Op::kFlush; }

bool NeedsLength(Op op) {
  return HasPayload(op) || op == Op::kDiscard || op == Op::kWriteZeroes || op == Op::kSecureErase;
}

}  // namespace ioreel
