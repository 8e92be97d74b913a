#include "replay/prime/range_steps.h"

#include <algorithm>

namespace ioreel {
namespace {

constexpr size_t kBatchSteps = 64;

}  // namespace

RangeSteps::RangeSteps(Op op, const RangeSet* ranges, uint64_t block_bytes, uint64_t end_bytes,
                       uint16_t volume)
    : op_(op),
      volume_(volume),
      ranges_(&ranges->ranges()),
      block_bytes_(block_bytes),
      end_bytes_(end_bytes),
      next_(ranges_->begin()) {}

StepSource::Batch RangeSteps::Pull() {
  batch_.clear();
  while (batch_.size() < kBatchSteps && next_ != ranges_->end()) {
    const uint64_t begin = std::max(next_->first / block_bytes_ * block_bytes_, done_to_);
    const uint64_t end =
        std::min((next_->second + block_bytes_ - 1) / block_bytes_ * block_bytes_, end_bytes_);
    if (begin >= end) {
      ++next_;
      continue;
    }
    done_to_ = std::min(end, begin + kStepBytes);
    Step step;
    step.id = next_id_++;
    step.io = {.offset = begin, .length = done_to_ - begin, .volume = volume_, .op = op_};
    batch_.push_back(step);
  }
  if (batch_.empty()) return {};
  return {Next::kSteps, batch_.data(), batch_.size()};
}

uint64_t RangeSteps::steps() const {
  uint64_t steps = 0;
  for (const auto& [begin, end] : *ranges_) steps += (end - begin + kStepBytes - 1) / kStepBytes;
  return steps;
}

}  // namespace ioreel
