#pragma once

#include <cstdint>

#include "formats/model/io_flags.h"
#include "formats/model/op.h"
#include "formats/model/stage_event.h"

/// The word of a record that says what happened to what: an action code in the low 16 bits,
/// categories above.

namespace ioreel {

enum BlktraceCategory : uint64_t {
  kCategoryRead = 1u << 16,
  kCategoryWrite = 1u << 17,
  kCategoryFlush = 1u << 18,
  kCategorySync = 1u << 19,
  kCategoryQueue = 1u << 20,
  kCategoryRequeue = 1u << 21,
  kCategoryIssue = 1u << 22,
  kCategoryComplete = 1u << 23,
  kCategoryFs = 1u << 24,
  kCategoryPassthrough = 1u << 25,
  kCategoryNotify = 1u << 26,
  kCategoryAhead = 1u << 27,
  kCategoryMeta = 1u << 28,
  kCategoryDiscard = 1u << 29,
  kCategoryFua = 1u << 31,
  // Version 8 only.
  kCategoryZoneAppend = 1ull << 32,
  kCategoryZoneReset = 1ull << 33,
  kCategoryZoneResetAll = 1ull << 34,
  kCategoryZoneFinish = 1ull << 35,
  kCategoryZoneOpen = 1ull << 36,
  kCategoryZoneClose = 1ull << 37,
  kCategoryWriteZeroes = 1ull << 38,
};

inline constexpr uint64_t kProcessNote = kCategoryNotify | 0;
inline constexpr uint64_t kTimestampNote = kCategoryNotify | 1;

/// Whether a record of version 7 can say this op, if only as another of its kind: a write-zeroes is
/// a write there, a secure erase a discard.
bool HasBlktraceWord(Op op);

/// The word of an event as the kernel would write it. A queued flush is the empty flush *bio*, at
/// every other stage the driver's own. REQUIRES: HasBlktraceWord(op); the stage is one of queued,
/// merged, issued, requeued and completed.
uint32_t BlktraceAction(Stage stage, Op op, IoFlags flags);

}  // namespace ioreel
