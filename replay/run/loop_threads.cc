#include "replay/run/loop_threads.h"

namespace ioreel {

LoopThreads::LoopThreads(size_t count) {
  for (size_t i = 1; i < count; ++i) threads_.emplace_back([this, i] { Work(i); });
}

LoopThreads::~LoopThreads() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  begun_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void LoopThreads::Run(const std::function<void(size_t)>& work) {
  {
    const std::lock_guard lock(mutex_);
    work_ = &work;
    busy_ = threads_.size();
    ++runs_;
  }
  begun_.notify_all();
  work(0);
  std::unique_lock lock(mutex_);
  done_.wait(lock, [this] { return busy_ == 0; });
}

void LoopThreads::Work(size_t index) {
  std::unique_lock lock(mutex_);
  for (uint64_t run = 1;; ++run) {
    begun_.wait(lock, [&] { return ending_ || runs_ == run; });
    if (ending_) return;
    lock.unlock();
    (*work_)(index);
    lock.lock();
    if (--busy_ == 0) done_.notify_one();
  }
}

}  // namespace ioreel
