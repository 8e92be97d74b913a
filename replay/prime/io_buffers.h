#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "formats/model/op.h"
#include "replay/prime/payload.h"

namespace ioreel {

/// Memory out of which buffers are taken one behind the other; one still in use is stepped over.
/// Does not own the memory.
class BufferRing {
 public:
  static constexpr size_t kAlignment = 4096;  ///< of every buffer, and of their lengths

  enum class Order : uint8_t {
    kRound,   ///< all memory in turn, so that data written soon after each other differs
    kLowest,  ///< as little memory as possible, which so stays in the processor's caches
  };

  BufferRing() = default;
  /// REQUIRES: `base` aligned, `bytes` a multiple of kAlignment.
  BufferRing(char* base, size_t bytes, Order order = Order::kRound);

  /// nullptr when no room is free. The same buffer is not given out again before Release.
  char* Acquire(size_t length);
  void Release(const char* buffer, size_t length);

  bool Owns(const char* p) const { return p >= base_ && p < base_ + bytes_; }
  size_t bytes() const { return bytes_; }

 private:
  static constexpr size_t kChunk = 64 << 10;  ///< use is counted by chunk
  size_t FirstBusyChunk(size_t begin, size_t end) const;

  char* base_ = nullptr;
  size_t bytes_ = 0;
  Order order_ = Order::kRound;
  size_t cursor_ = 0;
  std::vector<uint32_t> users_;  ///< buffers in use, by chunk
};

/// The memory for all data in flight, in one area that engines can register. Writes come with
/// their payload, prepared before the first I/O; a write costs one 8-byte store a 4 KiB. Sized by
/// the ops that carry data: none, no memory. One thread.
class IoBuffers {
 public:
  struct Options {
    Payload payload;
    uint64_t seed = 0;
    int depth = 256;             ///< I/Os in flight at most
    uint64_t longest_read = 0;   ///< bytes; 0 = there are none
    uint64_t longest_write = 0;  ///< bytes; 0 = there are none
    uint64_t written_bytes = 0;  ///< by the whole trace; more payload is never prepared
    uint64_t writes = 0;         ///< how many, each of which begins at a page of its own
    uint64_t scratch = 0;        ///< bytes that one I/O may need besides its data
  };

  /// Errors: ResourceExhausted.
  static absl::StatusOr<IoBuffers> Create(const Options& options);

  /// Memory for one request of `length` ≤ kMaxBufferBytes bytes; for a write with its payload.
  /// nullptr when all is in use: wait for a completion. REQUIRES: HasPayload(op), and `length`
  /// not above the longest promised for that op.
  void* Acquire(Op op, size_t length);
  /// Memory of `length` ≤ Options::scratch bytes for what a target holds besides the data.
  void* AcquireScratch(size_t length) { return scratch_.Acquire(length); }
  void Release(void* buffer, size_t length);

  /// The whole area; empty when no op carries data.
  void* base() const { return area_.get(); }
  size_t bytes() const { return reads_.bytes() + writes_.bytes() + scratch_.bytes(); }

 private:
  struct Unmap {
    size_t bytes;
    void operator()(char* area) const;
  };
  IoBuffers() = default;

  std::unique_ptr<char, Unmap> area_;
  BufferRing reads_, writes_, scratch_;
  PayloadPool payload_;
};

}  // namespace ioreel
