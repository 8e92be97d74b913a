#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

namespace ioreel {

/// How many distinct bytes were touched, in bounded memory. Exact while the touched bytes form few
/// separate ranges; when there are more, ranges are widened to whole units of granularity_bytes(),
/// which grows as needed, and the result is an upper bound.
class Footprint {
 public:
  /// REQUIRES: max_ranges ≥ 2.
  explicit Footprint(size_t max_ranges = 1 << 17) : max_ranges_(max_ranges) {}

  /// A range that would pass the end of 64 bits ends there.
  void Add(uint64_t offset, uint64_t length);

  uint64_t bytes() const;
  uint64_t granularity_bytes() const { return granularity_; }  ///< 1 = exact

 private:
  using Ranges = std::map<uint64_t, uint64_t>;  ///< start → end; apart from each other

  void Insert(uint64_t start, uint64_t end);
  void Coarsen();

  size_t max_ranges_;
  uint64_t granularity_ = 1;
  Ranges ranges_;
};

}  // namespace ioreel
