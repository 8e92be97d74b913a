#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace ioreel {

/// The caller and further threads, which do the same thing at the same time, again and again; an
/// engine stays with the thread that opened it.
class LoopThreads {
 public:
  /// `count` ≥ 1, the caller's own among them.
  explicit LoopThreads(size_t count);
  ~LoopThreads();
  LoopThreads(const LoopThreads&) = delete;
  LoopThreads& operator=(const LoopThreads&) = delete;

  /// Calls `work(i)` for each i below the count, 0 on the calling thread, each other on a thread of
  /// its own, always the same. Returns when all are done.
  void Run(const std::function<void(size_t)>& work);

  size_t count() const { return threads_.size() + 1; }

 private:
  void Work(size_t index);

  std::mutex mutex_;
  std::condition_variable begun_, done_;
  const std::function<void(size_t)>* work_ = nullptr;
  uint64_t runs_ = 0;
  size_t busy_ = 0;
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace ioreel
