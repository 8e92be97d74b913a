#pragma once

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"

namespace ioreel {

/// What writes carry.
enum class Payload {
  kRandom,  ///< incompressible; no two blocks are equal
  kZero,
};

/// Writes of random payload are stamped once in this many bytes, which makes them unique.
inline constexpr size_t kStampBytes = 4096;

/// Fills `area` with incompressible bytes, the same for the same seed. About 5 GB/s.
void FillRandom(absl::Span<char> area, uint64_t seed);

/// Makes otherwise repeated random data unique: overwrites 8 bytes of each kStampBytes with a
/// number used once. One of it a process run and seed; one thread.
class PayloadStamper {
 public:
  explicit PayloadStamper(uint64_t seed) : counter_(seed) {}
  void Stamp(char* data, size_t length);

 private:
  uint64_t counter_;
};

}  // namespace ioreel
