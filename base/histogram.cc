#include "base/histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace ioreel {
namespace {

constexpr int kSubBits = 7;
constexpr uint64_t kSub = 1 << kSubBits;
constexpr size_t kBuckets = (64 - kSubBits) * kSub + kSub;

size_t BucketOf(uint64_t value) {
  if (value < kSub) return value;
  const int shift = std::bit_width(value) - 1 - kSubBits;
  return (shift + 1) * kSub + ((value >> shift) - kSub);
}

/// The value in the middle of a bucket.
int64_t BucketMiddle(size_t bucket) {
  if (bucket < kSub) return static_cast<int64_t>(bucket);
  const uint64_t shift = bucket / kSub - 1;
  return static_cast<int64_t>(((bucket % kSub + kSub) << shift) + ((uint64_t{1} << shift) - 1) / 2);
}

}  // namespace

Histogram::Histogram() : buckets_(kBuckets) {}

void Histogram::Add(int64_t value, uint64_t count) {
  if (count == 0) return;
  value = std::max<int64_t>(value, 0);
  buckets_[BucketOf(static_cast<uint64_t>(value))] += count;
  min_ = count_ ? std::min(min_, value) : value;
  max_ = std::max(max_, value);
  count_ += count;
  sum_ += static_cast<double>(value) * static_cast<double>(count);
}

void Histogram::Merge(const Histogram& other) {
  if (other.count_ == 0) return;
  for (size_t i = 0; i < kBuckets; ++i) buckets_[i] += other.buckets_[i];
  min_ = count_ ? std::min(min_, other.min_) : other.min_;
  max_ = std::max(max_, other.max_);
  count_ += other.count_;
  sum_ += other.sum_;
}

int64_t Histogram::Quantile(double q) const {
  if (count_ == 0) return 0;
  const auto rank =
      static_cast<uint64_t>(std::ceil(std::clamp(q, 0.0, 1.0) * static_cast<double>(count_)));
  if (rank >= count_) return max_;
  uint64_t seen = 0;
  for (size_t i = 0; i < kBuckets; ++i) {
    seen += buckets_[i];
    if (seen >= std::max<uint64_t>(rank, 1)) return std::clamp(BucketMiddle(i), min_, max_);
  }
  return max_;
}

}  // namespace ioreel
