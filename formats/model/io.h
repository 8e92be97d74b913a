#pragma once

#include <cstdint>
#include <type_traits>

#include "formats/model/io_flags.h"
#include "formats/model/op.h"
#include "formats/model/time.h"

/// The two tables of a trace and what relates them. A *queued I/O* is what an application or a
/// filesystem asked of the device; an *issued request* is what the driver was given. A queued
/// I/O joins one request (merge) or becomes several (split); a request may have no queued I/O
/// (pre- and postflush, passthrough, queued before the recording), and a queued I/O no request
/// (bio-based devices, an empty flush). Rows are named by their ordinal in their table.

namespace ioreel {

inline constexpr uint32_t kNoTask = 0xffffffff;  ///< unknown task: TraceInfo has none for it
inline constexpr uint16_t kNoCpu = 0xffff;

/// One row of the queue table, in order of queue_ns.
struct QueuedIo {
  int64_t queue_ns = kNoTime;     ///< known, unless the source gives no time at all
  int64_t issue_ns = kNoTime;     ///< first request issued; kNoTime = unknown
  int64_t complete_ns = kNoTime;  ///< the whole I/O complete (after its flushes); kNoTime = unknown
  uint64_t offset = 0;            ///< bytes from the start of the device; 0 where !HasRange(op)
  uint64_t length = 0;            ///< bytes
  uint32_t task = kNoTask;        ///< index into TraceInfo::tasks: who queued it
  uint16_t device = 0;            ///< index into TraceInfo::devices
  uint16_t cpu = kNoCpu;
  Op op = Op::kRead;
  uint8_t priority = 0;  ///< I/O priority class and level as the kernel packs it; 0 = none
  IoFlags flags = 0;
  int32_t error = 0;  ///< positive errno; 0 = success or unknown

  bool operator==(const QueuedIo&) const = default;
};

/// One row of the request table; nearly in order of issue_ns (see TraceChunk).
struct IssuedRequest {
  int64_t issue_ns = kNoTime;     ///< handed to the driver, the last time if it was requeued
  int64_t complete_ns = kNoTime;  ///< last byte complete; kNoTime = never seen
  uint64_t offset = 0;
  uint64_t length = 0;
  uint32_t task = kNoTask;  ///< who issued it, often a kworker
  uint16_t device = 0;
  uint16_t cpu = kNoCpu;  ///< CPU of the issue
  Op op = Op::kRead;
  uint8_t priority = 0;
  IoFlags flags = 0;
  int32_t error = 0;

  bool operator==(const IssuedRequest&) const = default;
};

/// `queued` took part in `request`; both are ordinals in the whole trace.
struct IoLink {
  uint64_t queued = 0;
  uint64_t request = 0;
  bool operator==(const IoLink&) const = default;
};

/// What happened to a request between its issue and its completion, beyond the usual.
struct RequestEvent {
  enum class Kind : uint8_t {
    kRequeue = 0,          ///< went back to the queue: `issue_ns` had been the attempt's issue
    kPartialComplete = 1,  ///< `bytes` of it were completed at time_ns
  };
  uint64_t request = 0;  ///< ordinal
  int64_t time_ns = kNoTime;
  int64_t issue_ns = kNoTime;
  uint64_t bytes = 0;
  int32_t error = 0;
  Kind kind = Kind::kRequeue;
  bool operator==(const RequestEvent&) const = default;
};

static_assert(std::is_trivially_copyable_v<QueuedIo> &&
              std::is_trivially_copyable_v<IssuedRequest>);

}  // namespace ioreel
