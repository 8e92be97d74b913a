#pragma once

#include <cstdint>

#include "formats/model/io.h"

namespace ioreel {

inline constexpr uint32_t kNoEtlThread = 0xffffffff;

/// An event of a recording that the trace is made from, small enough to be sorted by the million.
/// Times are ns from the start of the session.
struct EtlEvent {
  enum class Kind : uint8_t {
    kCompleted,          ///< a disk I/O is complete
    kProviderCompleted,  ///< the same, told by another provider than the kernel logger
    kInitiated,          ///< one begins; tells its `irp`, `tid` and `op`, nothing else
    kProcess,            ///< `pid`, `parent`, `name`; see `life`
    kThread,             ///< `tid`, `pid`, `name`
  };
  /// What a process or thread event says of it: it starts or ends here, or lived when the
  /// recording began or ended.
  enum class Life : uint8_t { kStart, kEnd, kLivesAtStart, kLivesAtEnd };

  int64_t time_ns = 0;
  int64_t start_ns = kNoTime;  ///< kCompleted: when it began; kNoTime = not told
  uint64_t offset = 0;
  uint64_t irp = 0;  ///< address of the kernel's request; 0 = not told
  uint32_t length = 0;
  uint32_t irp_flags = 0;
  uint32_t device = 0;  ///< index into TraceInfo::devices
  uint32_t tid = kNoEtlThread;
  uint32_t pid = 0;
  uint32_t parent = 0;
  uint32_t name = 0;  ///< number in EtlStrings
  uint16_t cpu = kNoCpu;
  Kind kind = Kind::kCompleted;
  union {
    Op op = Op::kRead;  ///< of an I/O
    Life life;          ///< of a process or thread
  };
};
static_assert(sizeof(EtlEvent) == 64);

}  // namespace ioreel
