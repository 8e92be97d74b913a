#pragma once

#include <cstdint>
#include <vector>

#include "replay/plan/schedule.h"

namespace ioreel {

/// What a request to a target becomes on one of its devices.
struct TargetPart {
  uint64_t offset = 0;         ///< on that device
  uint64_t length = 0;         ///< 0 for a flush
  uint64_t buffer_offset = 0;  ///< where its data lies in the request's buffer
  uint32_t stage = 0;          ///< starts when every part of the stages before it has completed
  uint16_t device = 0;         ///< index into the opened devices, in the order of the spec
  Op op = Op::kRead;
  bool fua = false;
  bool background = false;  ///< the request is complete without it (a cache's write-back)
};

/// A request longer than this uses its buffer again and again: its parts are at most this long,
/// and those that share memory stand in different stages.
inline constexpr uint64_t kMaxBufferBytes = 16 << 20;

/// Bytes of memory that a request needs: 0 unless it carries data.
inline uint64_t BufferBytes(const BlockIo& io) {
  if (!HasPayload(io.op)) return 0;
  return io.length < kMaxBufferBytes ? io.length : kMaxBufferBytes;
}

/// A pure map from requests to the volume to requests to its devices; it touches no device. The
/// parts of a read cover the request exactly once, those of a write once a copy, and all lie
/// inside their device. The same state and request give the same parts. Not thread-safe.
class Target {
 public:
  virtual ~Target() = default;

  virtual uint64_t size_bytes() const = 0;

  /// Appends the parts of `io` to `parts`, in order of stage. A request without parts is complete
  /// at once. REQUIRES: `io` inside [0, size_bytes()).
  virtual void Map(const BlockIo& io, std::vector<TargetPart>* parts) = 0;
};

}  // namespace ioreel
