#pragma once

#include <cstdint>
#include <vector>

namespace ioreel {

/// Counts of non-negative values in log-linear buckets: exact below 128, then 128 buckets an
/// octave, so that a quantile is off by less than 0.4 %. Covers all of int64. Mergeable.
class Histogram {
 public:
  Histogram();

  /// Negative values count as 0.
  void Add(int64_t value, uint64_t count = 1);
  void Merge(const Histogram& other);

  uint64_t count() const { return count_; }
  int64_t min() const { return count_ ? min_ : 0; }
  int64_t max() const { return max_; }
  double mean() const { return count_ ? sum_ / static_cast<double>(count_) : 0; }

  /// The value below or at which a share `q` in [0, 1] of the samples lies; 0 when empty.
  int64_t Quantile(double q) const;

 private:
  std::vector<uint64_t> buckets_;
  uint64_t count_ = 0;
  double sum_ = 0;
  int64_t min_ = 0;
  int64_t max_ = 0;
};

}  // namespace ioreel
