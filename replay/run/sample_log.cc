#include "replay/run/sample_log.h"

#include <sys/resource.h>

#include <utility>

namespace ioreel {
namespace {

constexpr int kNice = -10;  // less than the loop's: there is time, but not for ever

}  // namespace

SampleLog::SampleLog(SampleSink* sink) : sink_(sink) {
  for (size_t i = 0; i < kSpareChunks; ++i) spare_.push_back(NewChunk());
  thread_ = std::thread([this] { PassOn(); });
}

/// Touched, so that the loop meets no page for the first time.
SampleLog::Chunk SampleLog::NewChunk() {
  Chunk chunk(kChunk);
  chunk.clear();
  return chunk;
}

/// Makes `*chunk` an empty one.
void SampleLog::HandOver(Chunk* chunk) {
  Chunk next;
  {
    std::unique_lock lock(mutex_);
    held_up_ += full_.size() >= kMostWaiting;
    room_.wait(lock, [this] { return full_.size() < kMostWaiting; });
    full_.push_back(std::move(*chunk));
    if (!spare_.empty()) {
      next = std::move(spare_.back());
      spare_.pop_back();
    }
  }
  arrived_.notify_one();
  *chunk = next.capacity() > 0 ? std::move(next) : NewChunk();
}

void SampleLog::PassOn() {
  setpriority(PRIO_PROCESS, 0, kNice);
  std::unique_lock lock(mutex_);
  for (;;) {
    arrived_.wait(lock, [this] { return closing_ || !full_.empty(); });
    if (full_.empty()) return;
    Chunk chunk = std::move(full_.front());
    full_.pop_front();
    lock.unlock();
    room_.notify_one();
    sink_->Take(chunk);
    passed_on_ += chunk.size();
    chunk.clear();
    lock.lock();
    if (spare_.size() < kSpareChunks) spare_.push_back(std::move(chunk));
  }
}

uint64_t SampleLog::Close() {
  if (thread_.joinable()) {
    {
      std::lock_guard lock(mutex_);
      closing_ = true;
    }
    arrived_.notify_one();
    thread_.join();
  }
  return passed_on_;
}

}  // namespace ioreel
