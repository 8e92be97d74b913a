#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

#include "replay/plan/schedule.h"

namespace ioreel {

/// The recorded completions up to a moving point of the trace, newest first as far as they matter.
class CompletionHistory {
 public:
  struct Entry {
    int64_t complete_ns = kNoTime;
    uint64_t step = kNoStep;
    int32_t tid = -1;
    bool kernel = false;  ///< of a thread of the kernel's
    bool operator>(const Entry& other) const { return complete_ns > other.complete_ns; }
  };

  /// An I/O that completes then; kNoTime = never.
  void Add(const Entry& entry) {
    if (entry.complete_ns != kNoTime) pending_.push(entry);
  }
  /// What completed by `time_ns` is in the past from now on.
  void AdvanceTo(int64_t time_ns);

  /// Newest completion of anyone, or of a kernel or application thread other than `tid`, that is
  /// not after `time_ns`; nullptr when there is none, or none among the last kKept of its kind.
  const Entry* Newest(int64_t time_ns) const;
  const Entry* NewestForeign(bool kernel, int32_t tid, int64_t time_ns) const;

 private:
  static constexpr size_t kKept = 64;

  /// The last kKept of one kind.
  class Recent {
   public:
    void Push(const Entry& entry) { entries_[count_++ % kKept] = entry; }
    template <typename Predicate>
    const Entry* FindNewest(Predicate accepts) const {
      for (uint64_t i = count_; i-- > (count_ < kKept ? 0 : count_ - kKept);) {
        if (accepts(entries_[i % kKept])) return &entries_[i % kKept];
      }
      return nullptr;
    }

   private:
    std::array<Entry, kKept> entries_;
    uint64_t count_ = 0;
  };

  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> pending_;
  Recent kernel_, application_;
};

}  // namespace ioreel
