#pragma once

#include <cstddef>
#include <vector>

namespace ioreel {

/// First in, first out, in memory that only grows.
template <typename T>
class RingQueue {
 public:
  bool empty() const { return size_ == 0; }
  size_t size() const { return size_; }
  /// REQUIRES, as does Pop: !empty().
  const T& front() const { return ring_[begin_]; }

  void Push(const T& value) {
    if (size_ == ring_.size()) Grow();
    ring_[(begin_ + size_++) & (ring_.size() - 1)] = value;
  }
  T Pop() {
    const T value = ring_[begin_];
    begin_ = (begin_ + 1) & (ring_.size() - 1);
    --size_;
    return value;
  }

 private:
  void Grow() {
    std::vector<T> larger(ring_.empty() ? 16 : 2 * ring_.size());
    for (size_t i = 0; i < size_; ++i) larger[i] = ring_[(begin_ + i) & (ring_.size() - 1)];
    ring_.swap(larger);
    begin_ = 0;
  }

  std::vector<T> ring_;  ///< a power of two
  size_t begin_ = 0, size_ = 0;
};

}  // namespace ioreel
