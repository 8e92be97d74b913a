#pragma once

#include <cstdint>
#include <vector>

#include "base/range_set.h"
#include "formats/result/run_result.h"
#include "replay/plan/schedule.h"

namespace ioreel {

/// A place in a request's memory: in its own data, or in the scratch memory that it gets for what
/// else a target has to hold (parity, the rest of a cache's block).
struct MemoryPlace {
  uint64_t offset = 0;
  bool scratch = false;

  MemoryPlace operator+(uint64_t bytes) const { return {offset + bytes, scratch}; }
  bool operator==(const MemoryPlace&) const = default;
};

/// What a request to a target becomes on one of its devices.
struct TargetPart {
  uint64_t offset = 0;      ///< on that device
  uint64_t length = 0;      ///< 0 for a flush
  MemoryPlace memory = {};  ///< of its data
  uint32_t stage = 0;       ///< starts when every part of the stages before it has completed
  uint16_t device = 0;      ///< index into the opened devices, in the order of the spec
  Op op = Op::kRead;
  bool fua = false;
  bool background = false;  ///< the request is complete without it (a cache's write-back)
};

/// Done in memory when every part of the stages before `stage` has completed, before those of
/// `stage` start: copies what lies at `from` to `to`, or XORs it into that. What a request needs is
/// done right after the stage of its last part that is not in the background, or sooner.
struct MemoryStep {
  enum class Kind : uint8_t { kCopy, kXor };
  Kind kind = Kind::kCopy;
  uint32_t stage = 0;
  MemoryPlace to = {}, from = {};
  uint64_t length = 0;
};

/// A stretch of something shared, such as an array's stripes, that a request holds from its first
/// part to its last. Of two requests whose claims meet, unless neither is exclusive, the one that
/// was mapped first goes first.
struct Claim {
  uint32_t scope = 0;  ///< what it is a stretch of; only claims of the same scope meet
  uint64_t begin = 0, end = 0;
  bool exclusive = false;
};

/// What a request becomes. Used again and again, so that nothing is allocated once it has grown.
struct MappedIo {
  std::vector<TargetPart> parts;  ///< in order of stage; stages from 0 without a gap
  std::vector<MemoryStep> steps;  ///< those of one stage in the order in which they are done
  std::vector<Claim> claims;
  uint64_t scratch_bytes = 0;
  uint64_t serial = 0;                ///< of the request, by its target
  std::vector<TargetPart> whole_ops;  ///< of `parts`, while it is mapped: ops without a range
  bool cut = false;  ///< a device gets some of it in several parts: it takes none so long

  void Clear() {
    parts.clear();
    steps.clear();
    claims.clear();
    whole_ops.clear();
    scratch_bytes = 0;
    cut = false;
  }
  MemoryPlace TakeScratch(uint64_t length) {
    scratch_bytes += length;
    return {scratch_bytes - length, true};
  }
};

/// Requests that were cut, and their length.
struct CutCount {
  uint64_t ios = 0, bytes = 0;

  void Add(uint64_t length) {
    ++ios;
    bytes += length;
  }
};

/// A request longer than this uses its memory again and again: its parts are at most this long,
/// and those that share memory stand in different stages.
inline constexpr uint64_t kMaxBufferBytes = 16 << 20;

/// Bytes of memory that a request's own data needs: 0 unless it carries data.
inline uint64_t BufferBytes(const BlockIo& io) {
  if (!HasPayload(io.op)) return 0;
  return io.length < kMaxBufferBytes ? io.length : kMaxBufferBytes;
}

/// A pure map from requests to the volume to requests to its devices; it touches no device. The
/// parts of a read cover the request exactly once, those of a write once a copy, and all lie
/// inside their device. The same state and request give the same parts; the state is that of the
/// caches and of the choice between copies, as if each request were done when it is mapped.
/// Not thread-safe; but several threads may ask single files and devices, and sets of them, which
/// have no state, for maps.
class Target {
 public:
  virtual ~Target() = default;

  virtual uint64_t size_bytes() const = 0;

  /// False: discard, write-zeroes and secure erase cannot be mapped.
  virtual bool TakesRangeOps() const { return true; }

  /// Scratch memory that a request with `length` bytes of data may need at most; never less for
  /// more. MapWriteBack needs no more than a request without data.
  virtual uint64_t ScratchBytes(uint64_t /*length*/) const { return 0; }

  /// Sets `mapped` to what `io` becomes. A request without parts is complete at once.
  /// REQUIRES: `io` inside [0, size_bytes()), and no range op unless TakesRangeOps().
  virtual void Map(const BlockIo& io, MappedIo* mapped) = 0;

  /// Sets `mapped` to what writes some of the data back that only a cache holds; false when there
  /// is none left.
  virtual bool MapWriteBack(MappedIo* /*mapped*/) { return false; }

  /// The same data without the caches before it, which must be empty and stay so.
  virtual Target* uncached() { return this; }
  /// What the caches use of their fast members at most while reads and writes stay inside
  /// `touched`, one behind the other, as a target of its own that takes reads and writes; null
  /// where that is nothing. What they hold is lost by a write to it, so that they must be empty.
  /// Valid until the next call.
  virtual Target* front(const RangeSet& /*touched*/) { return nullptr; }

  /// Back to the state after it was made: caches empty and their counts 0.
  /// REQUIRES: MapWriteBack() returned false, and all it had mapped before is done.
  virtual void Reset() {}

  /// What the caches did since then, in the order of the spec.
  virtual std::vector<CacheResult> caches() const { return {}; }
};

}  // namespace ioreel
