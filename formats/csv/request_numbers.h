#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>

namespace ioreel {

/// Which row of the request table has a number: of the last million requests, whose numbers
/// ascend but may have gaps, since people cut rows out of a CSV. A request that is left out keeps
/// its number, so that the I/Os which name it are known to be none of the table's.
class RequestNumbers {
 public:
  /// The number of the next request that gives none itself.
  uint64_t Next() const { return known_.empty() ? 0 : known_.back().number + 1; }

  static constexpr size_t kWindow = 1 << 20;
  static constexpr uint64_t kLeftOut = std::numeric_limits<uint64_t>::max();

  /// `ordinal` or kLeftOut. False when `number` does not ascend.
  bool Add(uint64_t number, uint64_t ordinal) {
    if (!known_.empty() && number <= known_.back().number) return false;
    known_.push_back({number, ordinal});
    if (known_.size() > kWindow) known_.pop_front();
    return true;
  }

  std::optional<uint64_t> Find(uint64_t number) const {
    const auto found =
        std::lower_bound(known_.begin(), known_.end(), number,
                         [](const Known& known, uint64_t wanted) { return known.number < wanted; });
    if (found == known_.end() || found->number != number) return std::nullopt;
    return found->ordinal;
  }

 private:
  struct Known {
    uint64_t number, ordinal;
  };
  std::deque<Known> known_;
};

}  // namespace ioreel
