#pragma once

#include <cstddef>

#include "formats/model/op.h"

namespace ioreel {

/// What charts tell apart.
enum class OpGroup { kReads, kWrites, kOthers };
inline constexpr int kOpGroupCount = 3;

/// "reads", "writes", "others", by number.
inline const char* OpGroupName(size_t group) {
  constexpr const char* kNames[kOpGroupCount] = {"reads", "writes", "others"};
  return kNames[group];
}

inline OpGroup GroupOf(Op op) {
  if (op == Op::kRead) return OpGroup::kReads;
  return HasPayload(op) ? OpGroup::kWrites : OpGroup::kOthers;
}

}  // namespace ioreel
