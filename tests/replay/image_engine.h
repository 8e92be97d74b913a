#pragma once

#include <errno.h>

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "replay/engine.h"
#include "tests/replay/member_images.h"

namespace ioreel {

/// Does I/Os on images in memory, each at some time after it was submitted, in random order.
class ImageEngine : public Engine {
 public:
  ImageEngine(Clock* clock, MemberImages* images) : clock_(clock), images_(images) {}

  absl::string_view name() const override { return "image"; }
  absl::Status Open(const EngineOptions& options) override {
    depth_ = static_cast<size_t>(options.depth);
    return absl::OkStatus();
  }

  size_t Submit(absl::Span<const DeviceIo> ios) override {
    const size_t n = std::min(ios.size(), depth_ - pending_.size());
    pending_.insert(pending_.end(), ios.begin(), ios.begin() + static_cast<ptrdiff_t>(n));
    most_ = std::max(most_, pending_.size());
    return n;
  }

  size_t Wait(int64_t deadline_ns, std::vector<Completion>* out) override {
    if (pending_.empty()) {
      clock_->WaitUntil(deadline_ns);
      return 0;
    }
    clock_->WaitUntil(clock_->NowNs() + 1'000);
    std::swap(pending_[random_() % pending_.size()], pending_.back());
    const DeviceIo io = pending_.back();
    pending_.pop_back();
    int64_t result = HasPayload(io.op) ? static_cast<int64_t>(io.length) : 0;
    if (failing_ == std::pair(io.device, io.op)) {
      result = -EIO;
    } else {
      images_->Do({.offset = io.offset,
                   .length = io.length,
                   .device = static_cast<uint16_t>(io.device),
                   .op = io.op},
                  static_cast<char*>(io.buffer));
    }
    out->push_back({.tag = io.tag, .time_ns = clock_->NowNs(), .result = result});
    return 1;
  }

  /// I/Os of this op to this device fail with EIO.
  void Fail(int device, Op op) { failing_ = {device, op}; }

  size_t most_in_flight() const { return most_; }

 private:
  Clock* const clock_;
  MemberImages* const images_;
  std::mt19937_64 random_{23};
  std::vector<DeviceIo> pending_;
  size_t depth_ = 0, most_ = 0;
  std::pair<int, Op> failing_ = {-1, Op::kRead};
};

}  // namespace ioreel
