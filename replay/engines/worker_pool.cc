#include "replay/engines/worker_pool.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <chrono>

#include "base/clock.h"
#include "replay/engines/blocking_io.h"

namespace ioreel {

WorkerPool::~WorkerPool() {
  {
    std::lock_guard lock(mutex_);
    ending_ = true;
  }
  work_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

int WorkerPool::event_fd() {
  std::lock_guard lock(mutex_);
  if (!event_fd_.valid()) event_fd_ = ScopedFd(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  return event_fd_.get();
}

void WorkerPool::Submit(const DeviceIo& io) {
  ++in_flight_;
  std::lock_guard lock(mutex_);
  queue_.push_back(io);
  if (static_cast<size_t>(idle_) < queue_.size() &&
      threads_.size() < static_cast<size_t>(max_threads_)) {
    threads_.emplace_back([this] { Work(); });
  }
  work_.notify_one();
}

size_t WorkerPool::Collect(std::vector<Completion>* out) {
  if (completed_.load(std::memory_order_acquire) == 0) return 0;
  std::lock_guard lock(mutex_);
  const size_t n = completions_.size();
  out->insert(out->end(), completions_.begin(), completions_.end());
  completions_.clear();
  completed_.store(0, std::memory_order_relaxed);
  if (event_fd_.valid()) {
    uint64_t count;
    [[maybe_unused]] const ssize_t ignored = read(event_fd_.get(), &count, sizeof(count));
  }
  in_flight_ -= static_cast<int>(n);
  return n;
}

void WorkerPool::WaitUntil(int64_t deadline_ns) {
  const auto deadline =
      std::chrono::steady_clock::time_point(std::chrono::nanoseconds(deadline_ns));
  std::unique_lock lock(mutex_);
  done_.wait_until(lock, deadline, [this] { return !completions_.empty(); });
}

void WorkerPool::Work() {
  const SteadyClock clock;
  std::unique_lock lock(mutex_);
  for (;;) {
    ++idle_;
    work_.wait(lock, [this] { return ending_ || !queue_.empty(); });
    --idle_;
    if (queue_.empty()) return;
    const DeviceIo io = queue_.front();
    queue_.pop_front();
    lock.unlock();
    const int64_t result = DoBlockingIo(io);
    const int64_t now_ns = clock.NowNs();
    lock.lock();
    completions_.push_back({.tag = io.tag, .time_ns = now_ns, .result = result});
    completed_.store(completions_.size(), std::memory_order_release);
    if (event_fd_.valid()) {
      const uint64_t one = 1;
      [[maybe_unused]] const ssize_t ignored = write(event_fd_.get(), &one, sizeof(one));
    }
    done_.notify_one();
  }
}

}  // namespace ioreel
