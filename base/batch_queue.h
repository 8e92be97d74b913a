#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <utility>
#include <vector>

namespace ioreel {

/// Hands batches from the one thread that makes them to the one that takes them, in order, a
/// bounded number ahead. What was taken goes back to be filled again, so that its memory is reused.
template <typename Batch>
class BatchQueue {
 public:
  explicit BatchQueue(size_t most_waiting) : most_waiting_(most_waiting) {}

  /// The maker's: gives `*batch` away, and makes it one that was taken before, as it was then, or
  /// a new one. Waits for room. False when the taker wants no more.
  bool Push(Batch* batch) {
    std::unique_lock lock(mutex_);
    if (made_.size() >= most_waiting_) {
      room_.wait(lock, [this] { return stopped_ || HasMuchRoom(); });
    }
    if (stopped_) return false;
    made_.push_back(std::exchange(*batch, TakeSpare()));
    const bool first = made_.size() == 1;
    lock.unlock();
    if (first) arrived_.notify_one();
    return true;
  }

  /// The maker's: no batch will follow.
  void End() {
    std::lock_guard lock(mutex_);
    ended_ = true;
    arrived_.notify_one();
  }

  /// The taker's: gives `*batch` back, and makes it the next. Waits for it. False at the end.
  bool Pop(Batch* batch) {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [this] { return ended_ || !made_.empty(); });
    if (made_.empty()) return false;
    spare_.push_back(std::exchange(*batch, std::move(made_.front())));
    made_.pop_front();
    const bool much_room = HasMuchRoom();
    lock.unlock();
    if (much_room) room_.notify_one();
    return true;
  }

  /// The taker's: it wants no more.
  void Stop() {
    std::lock_guard lock(mutex_);
    stopped_ = true;
    room_.notify_one();
  }

 private:
  /// A maker that waits is woken only then: else the two would take turns.
  bool HasMuchRoom() const { return made_.size() <= most_waiting_ / 2; }

  Batch TakeSpare() {
    if (spare_.empty()) return Batch();
    Batch spare = std::move(spare_.back());
    spare_.pop_back();
    return spare;
  }

  const size_t most_waiting_;
  std::mutex mutex_;
  std::condition_variable room_, arrived_;
  std::deque<Batch> made_;
  std::vector<Batch> spare_;
  bool ended_ = false, stopped_ = false;
};

}  // namespace ioreel
