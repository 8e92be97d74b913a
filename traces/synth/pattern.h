#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formats/model/op.h"

namespace ioreel {

/// A synthetic load, as IOmeter describes one: for each I/O, by itself, a size, whether it reads,
/// and whether it goes to a random place or follows on.
struct Pattern {
  /// So much of the I/Os are from `least` to `most` bytes long, all lengths in steps of the
  /// alignment alike.
  struct Size {
    uint64_t least = 4096, most = 4096;
    double percent = 100;
    bool operator==(const Size&) const = default;
  };
  enum class Arrival : uint8_t { kConstant, kPoisson };

  std::vector<Size> sizes = {Size()};  ///< their shares add up to 100
  double read_percent = 100;
  double random_percent = 100;  ///< the rest begin where the thread's I/O before ended
  Op other = Op::kWrite;        ///< what is no read: write or discard

  uint64_t span_bytes = 0;   ///< all lies in [0, span); 0 = not known yet
  uint64_t align_bytes = 0;  ///< of random offsets and lengths; 0 = multiples of the I/O's length
  int threads = 1;           ///< each goes on from its own place; they take turns
  uint64_t ios = 0;          ///< how many; 0 = as `bytes` says
  uint64_t bytes = 0;        ///< ends with the I/O that reaches so many
  double rate = 0;           ///< I/Os a second; 0 = all due at once
  Arrival arrival = Arrival::kConstant;
  uint64_t seed = 1;

  uint64_t longest() const;
  bool operator==(const Pattern&) const = default;
};

}  // namespace ioreel
