#pragma once

#include <cstdint>
#include <string>

#include "formats/model/op.h"

namespace ioreel {

/// What a thread does, as the scheduler sees it.
enum class RunState : uint8_t {
  kUnknown,
  kRunning,
  kRunnable,  ///< waits for a CPU
  kBlocked,   ///< uninterruptible: mostly waits for I/O
  kAsleep,
};

/// What the kernel says beside the block trace: who tasks are, and what blktrace's records
/// cannot tell. Trace clock as the block events'.
struct SideEvent {
  enum class Kind : uint8_t {
    kSpecialBio,  ///< `tid` queued an I/O that block records show as another op
    kNewTask,     ///< `tid` was made by `other_tid`; `thread`: in the same process
    kRename,      ///< `tid` is now called `name`
    kExec,        ///< `tid` has begun a new program; `other_tid`: its thread id before
    kExit,        ///< `tid` ends
    kFlushBegin,  ///< kernel worker `tid` begins to write back dirty pages
    kFlushEnd,
    kSwitch,  ///< a CPU goes from `tid`, which is `run_state` now, to `other_tid`
    kWaking,  ///< `tid` is woken
  };
  int64_t time_ns = 0;
  uint64_t offset = 0, length = 0;  ///< kSpecialBio: bytes on the whole disk
  uint32_t major = 0, minor = 0;    ///< kSpecialBio
  int32_t tid = -1;
  int32_t other_tid = -1;
  Kind kind = Kind::kSpecialBio;
  Op op = Op::kRead;  ///< kSpecialBio
  bool thread = false;
  RunState run_state = RunState::kUnknown;  ///< kSwitch
  char name[16] = {};                       ///< kNewTask, kRename, kSwitch; NUL-terminated
};

inline int64_t& TimeOf(SideEvent& event) { return event.time_ns; }

}  // namespace ioreel
