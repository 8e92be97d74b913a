#include "replay/run/shared_source.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace ioreel {
namespace {

/// While one loop waits for the source, another may bring more of it than it needs itself.
constexpr int64_t kLookNs = 1'000'000;

}  // namespace

SharedSource::SharedSource(StepSource* source, size_t loops, OpenFlushes* open_flushes)
    : source_(source),
      open_flushes_(open_flushes),
      hands_(loops),
      loop_of_(loops == 1 ? 0 : kStepWindow) {
  CHECK(loops >= 1 && loops <= 256);
  for (size_t i = 0; i < loops; ++i) {
    hands_[i].owner = this;
    hands_[i].loop = static_cast<uint8_t>(i);
  }
}

StepSource::Batch SharedSource::Deal(Hand* hand) {
  const std::lock_guard lock(mutex_);
  if (hands_.size() == 1) return PassOn();
  hand->dealt.clear();
  std::swap(hand->dealt, hand->kept);
  const bool had_kept = !hand->dealt.empty();
  while (!had_kept && hand->dealt.size() < kRun && Refill()) {
    const Step& step = batch_.steps[used_++];
    const uint8_t loop = step.parent == kNoStep ? hand->loop : loop_of_[step.parent % kStepWindow];
    loop_of_[step.id % kStepWindow] = loop;
    (loop == hand->loop ? hand->dealt : hands_[loop].kept).push_back(step);
    Note(step);
  }
  if (hand->dealt.empty()) return {.next = batch_.next};
  return {StepSource::Next::kSteps, hand->dealt.data(), hand->dealt.size()};
}

StepSource::Batch SharedSource::PassOn() {
  used_ = batch_.count;
  if (Refill()) std::for_each_n(batch_.steps, batch_.count, [this](const Step& s) { Note(s); });
  return batch_;
}

/// False when there is no step to deal now.
bool SharedSource::Refill() {
  if (used_ < batch_.count) return true;
  if (batch_.next != StepSource::Next::kEnd) batch_ = source_->Pull();
  used_ = 0;
  return batch_.next == StepSource::Next::kSteps;
}

void SharedSource::Note(const Step& step) {
  if (open_flushes_ == nullptr || step.kind != StepKind::kIo) return;
  if ((step.io.flags & kPreflush) != 0 && step.io.op != Op::kFlush) open_flushes_->Add(step.id);
}

void SharedSource::Await(int64_t most_ns) {
  source_->Await(hands_.size() == 1 ? most_ns : std::min(most_ns, kLookNs));
}

}  // namespace ioreel
