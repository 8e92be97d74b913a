#pragma once

#include <cstdint>

#include "absl/strings/string_view.h"
#include "formats/model/io.h"

namespace ioreel {

/// What a kernel says happened. Letters are blkparse's.
enum class Stage : uint8_t {
  kQueued,       ///< Q
  kBackMerged,   ///< M
  kFrontMerged,  ///< F
  kGotRequest,   ///< G
  kSlept,        ///< S
  kRequeued,     ///< R
  kIssued,       ///< D
  kCompleted,    ///< C
  kPlugged,      ///< P
  kUnplugged,    ///< U
  kTimerUnplug,  ///< UT
  kInserted,     ///< I
  kSplit,        ///< X
  kBounced,      ///< B
  kRemapped,     ///< A
  kAborted,
  kDriverData,
  kLost,  ///< not the kernel's: events of `cpu` are missing before time_ns; length = how many, 0 =
          ///< unknown
};
inline constexpr int kStageCount = 18;

/// The blkparse letter, or "abort", "drv_data", "lost".
absl::string_view StageName(Stage stage);

/// One tracer record, decoded. Times are the source's own clock; the pairer shifts them. An empty
/// flush *bio* is kFlush with kPreflush (rwbs "FWS"), the driver's own flush request kFlush without
/// ("FN"); the tables keep no kPreflush on a flush.
struct StageEvent {
  int64_t time_ns = 0;
  uint64_t offset = 0;      ///< bytes, on the whole disk
  uint64_t length = 0;      ///< bytes
  uint64_t extra = 0;       ///< kSplit: offset of the second part; kRemapped: old offset
  uint32_t task = kNoTask;  ///< index into TraceInfo::tasks
  uint16_t device = 0;      ///< index into TraceInfo::devices
  uint16_t cpu = kNoCpu;
  Stage stage = Stage::kQueued;
  Op op = Op::kRead;
  uint8_t priority = 0;
  IoFlags flags = 0;
  int32_t error = 0;
};

}  // namespace ioreel
