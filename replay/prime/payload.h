#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace ioreel {

/// What writes carry. By default it is incompressible, and no two blocks are equal.
struct Payload {
  /// Of each 512 bytes, the share that is zeroes: what a compressor takes away. 100 = all zeroes.
  int compress_percent = 0;
  /// Of the blocks of kPayloadBlock bytes, the share that are copies of one block.
  int dedupe_percent = 0;
  /// Every 512 bytes say where and when they were written, with a checksum (verify/stamp.h).
  bool stamp = false;

  bool unique() const { return compress_percent < 100; }
  friend bool operator==(const Payload&, const Payload&) = default;
};

/// "random", "zero", or a list of compress=PERCENT, dedupe=PERCENT and stamp.
/// Errors: InvalidArgument, with what is wrong; stamped blocks are never copies, nor all zeroes.
absl::StatusOr<Payload> ParsePayload(absl::string_view text);
/// As ParsePayload takes it.
std::string ToString(const Payload& payload);

/// Unit of copies, and of what makes the others unique.
inline constexpr size_t kPayloadBlock = 4096;

/// Fills a pool of memory once with what writes carry, and makes each use of it unique. Random
/// data costs about 5 GB/s to make, so that it is made ahead: a write out of the pool costs one
/// 8-byte store a block. One thread.
class PayloadPool {
 public:
  PayloadPool() = default;
  /// Fills `area`, which stays the caller's and is aligned to kPayloadBlock. The same seed gives
  /// the same bytes.
  PayloadPool(const Payload& payload, absl::Span<char> area, uint64_t seed);

  /// Makes a piece of the area that begins at a block unlike all that were refreshed before, the
  /// copies and zeroes aside. Stamped payload is left to its stamps.
  void Refresh(char* data, size_t length);

 private:
  bool IsCopy(const char* block) const;

  Payload payload_;
  const char* base_ = nullptr;
  uint64_t seed_ = 0, counter_ = 0;
};

}  // namespace ioreel
