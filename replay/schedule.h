#pragma once

#include <cstdint>

#include "formats/model/io_flags.h"
#include "formats/model/op.h"
#include "formats/model/time.h"

namespace ioreel {

/// A request to the target as a whole, before the target maps it to devices.
struct BlockIo {
  uint64_t offset = 0;
  uint64_t length = 0;
  Op op = Op::kRead;
  IoFlags flags = 0;  ///< kFua and kPreflush are honoured, the others are advice
};

/// What a step's time hangs on.
enum class Anchor : uint8_t {
  kStart,     ///< the replay's zero
  kIssue,     ///< the parent's submit
  kComplete,  ///< the parent's completion
};

inline constexpr uint64_t kNoStep = ~uint64_t{0};

/// One scheduled I/O. It may start at max(not_before, anchor time of the parent + think); all
/// modes are made of these: timed = not_before only, the closed loops = parent + think, as fast
/// as possible = neither (bounded by depth). Steps are numbered from 0 in schedule order;
/// parents point backwards.
struct Step {
  uint64_t id = 0;
  uint64_t parent = kNoStep;
  int64_t think_ns = 0;
  int64_t not_before_ns = kNoTime;  ///< from the replay's zero; kNoTime = no such bound
  BlockIo io;
  Anchor anchor = Anchor::kStart;
  bool foreground =
      true;  ///< counts for the application's completion (not writeback after its exit)
};

/// One measured step; times from the replay's zero.
struct Sample {
  uint64_t step = 0;
  int64_t due_ns = 0;        ///< when it might start
  int64_t submit_ns = 0;     ///< before the submitting call
  int64_t submitted_ns = 0;  ///< after it
  int64_t complete_ns = 0;
  uint64_t offset = 0, length = 0;
  int32_t result = 0;  ///< 0, or −errno
  Op op = Op::kRead;
  IoFlags flags = 0;
  bool saturated = false;  ///< waited for room in the target's queue
  bool foreground = true;
};

}  // namespace ioreel
