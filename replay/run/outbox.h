#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "replay/engine.h"

namespace ioreel {

/// Parts of requests that may go out, in order. However few go at a time, each costs the same.
class Outbox {
 public:
  explicit Outbox(size_t usual) { parts_.reserve(usual); }

  size_t size() const { return parts_.size() - sent_; }
  bool empty() const { return size() == 0; }

  /// To be appended to only.
  std::vector<DeviceIo>* end() { return &parts_; }

  absl::Span<const DeviceIo> parts() const { return absl::MakeConstSpan(parts_).subspan(sent_); }

  /// The first `n` went out.
  void Sent(size_t n) {
    sent_ += n;
    held_ = std::max(held_, sent_);
    if (2 * sent_ < parts_.size()) return;
    parts_.erase(parts_.begin(), parts_.begin() + static_cast<ptrdiff_t>(sent_));
    held_ -= std::exchange(sent_, 0);
  }

  /// Those that are left and were not yet told here.
  absl::Span<const DeviceIo> TakeHeld() {
    return absl::MakeConstSpan(parts_).subspan(std::exchange(held_, parts_.size()));
  }

 private:
  std::vector<DeviceIo> parts_;
  size_t sent_ = 0;  ///< of `parts_`, from the front
  size_t held_ = 0;  ///< told by TakeHeld, or sent
};

}  // namespace ioreel
