#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "replay/models/drive_model.h"

namespace ioreel {

/// Completions whose times are known, the earliest first; of equal ones the lowest tag.
class CompletionQueue {
 public:
  void Push(const DriveIo& io, int64_t time_ns) {
    heap_.push_back({io.tag, time_ns, io.result});
    std::push_heap(heap_.begin(), heap_.end(), Later);
  }
  int64_t next_ns() const { return heap_.empty() ? kNever : heap_.front().time_ns; }

  void TakeUntil(int64_t now_ns, std::vector<DriveDone>* done) {
    while (next_ns() <= now_ns) {
      std::pop_heap(heap_.begin(), heap_.end(), Later);
      done->push_back(heap_.back());
      heap_.pop_back();
    }
  }

 private:
  static bool Later(const DriveDone& a, const DriveDone& b) {
    return a.time_ns != b.time_ns ? a.time_ns > b.time_ns : a.tag > b.tag;
  }

  std::vector<DriveDone> heap_;
};

}  // namespace ioreel
