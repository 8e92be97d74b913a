#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace ioreel {

/// Merges the event streams of several CPUs into one in time order. Each CPU's stream is in order
/// but for small inversions. An event is given out once its time lies before a watermark, the
/// time up to which the caller knows that every CPU has been read. `TimeOf(event)` is an int64_t&.
template <typename T>
class CpuMerger {
 public:
  void Add(size_t cpu, const T& event) {
    if (cpu >= queues_.size()) queues_.resize(cpu + 1);
    std::vector<T>& items = queues_[cpu].items;
    size_t at = items.size();
    items.push_back(event);
    for (; at > queues_[cpu].head && TimeOf(items[at - 1]) > TimeOf(items[at]); --at) {
      std::swap(items[at - 1], items[at]);
    }
  }

  /// Gives out, in time order, every event whose time is before `watermark_ns`. One that comes
  /// when later ones are out already is given the time of the last, so that order holds, and
  /// counted.
  template <typename Sink>
  void Release(int64_t watermark_ns, Sink&& sink) {
    while (Queue* next = Oldest(watermark_ns)) {
      T event = next->items[next->head++];
      if (TimeOf(event) < last_ns_) {
        TimeOf(event) = last_ns_;
        ++late_;
      }
      last_ns_ = TimeOf(event);
      sink(event);
    }
    for (Queue& queue : queues_) queue.Compact();
  }
  template <typename Sink>
  void ReleaseAll(Sink&& sink) {
    Release(std::numeric_limits<int64_t>::max(), sink);
  }

  uint64_t late() const { return late_; }

 private:
  struct Queue {
    std::vector<T> items;
    size_t head = 0;  ///< items before it are out
    void Compact() {
      items.erase(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(head));
      head = 0;
    }
  };

  Queue* Oldest(int64_t watermark_ns) {
    Queue* oldest = nullptr;
    int64_t best = watermark_ns;
    for (Queue& queue : queues_) {
      if (queue.head == queue.items.size()) continue;
      const int64_t time = TimeOf(queue.items[queue.head]);
      if (time >= best) continue;
      best = time;
      oldest = &queue;
    }
    return oldest;
  }

  std::vector<Queue> queues_;
  int64_t last_ns_ = std::numeric_limits<int64_t>::min();
  uint64_t late_ = 0;
};

}  // namespace ioreel
