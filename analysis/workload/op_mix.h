#pragma once

#include <array>
#include <cstdint>
#include <map>

#include "formats/level_reader.h"
#include "formats/model/op.h"

namespace ioreel {

/// Operations and bytes by operation and size.
class OpMix {
 public:
  struct Count {
    uint64_t ios = 0, bytes = 0;
    bool operator==(const Count&) const = default;
  };
  struct OpResult {
    Count total;
    uint64_t errors = 0;
    uint64_t no_completion = 0;  ///< completion never seen, or before the start
    /// By the smallest power of two that is no less than the length: 1000 bytes count at 1024.
    /// 2^64 stands as UINT64_MAX.
    std::map<uint64_t, Count> sizes;

    bool operator==(const OpResult&) const = default;
  };
  using Result = std::map<Op, OpResult>;  ///< operations that occur

  void Add(const Io& io);
  void Merge(const OpMix& other);
  Result result() const;

  /// Exponent of that power of two, 0 to 64.
  static int SizeClass(uint64_t length);
  static constexpr int kSizeClasses = 65;
  static uint64_t SizeOfClass(int size_class);

 private:
  struct OpCounts {
    uint64_t errors = 0, no_completion = 0;
    std::array<Count, kSizeClasses> sizes;
  };
  std::array<OpCounts, kOpCount> ops_;
};

/// Whether the end of an I/O was seen, and is not before its start.
inline bool CompletionKnown(const Io& io) {
  return io.complete_ns != kNoTime && io.complete_ns >= io.start_ns;
}

}  // namespace ioreel
