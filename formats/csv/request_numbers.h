#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

namespace ioreel {

/// Which row of the request table has a number: of the last million requests, whose numbers
/// ascend but may have gaps, since people cut rows out of a CSV.
class RequestNumbers {
 public:
  /// The number of the next request that gives none itself.
  uint64_t Next() const { return numbers_.empty() ? 0 : numbers_.back() + 1; }

  /// False when `number` does not ascend.
  bool Add(uint64_t number) {
    if (!numbers_.empty() && number <= numbers_.back()) return false;
    numbers_.push_back(number);
    if (numbers_.size() > kWindow) {
      numbers_.pop_front();
      ++first_ordinal_;
    }
    return true;
  }

  std::optional<uint64_t> Find(uint64_t number) const {
    const auto found = std::lower_bound(numbers_.begin(), numbers_.end(), number);
    if (found == numbers_.end() || *found != number) return std::nullopt;
    return first_ordinal_ + static_cast<uint64_t>(found - numbers_.begin());
  }

 private:
  static constexpr size_t kWindow = 1 << 20;
  std::deque<uint64_t> numbers_;
  uint64_t first_ordinal_ = 0;
};

}  // namespace ioreel
