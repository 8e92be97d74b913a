#include "replay/plan/step_window.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace ioreel {

void StepWindow::Add(const Step& step) {
  CHECK(step.id >= next_id_ && HasRoomFor(step.id));
  next_id_ = step.id + 1;
  ++unfinished_;
  Slot& slot = SlotOf(step.id);
  slot = {.step = step, .over = false};
  if (step.anchor == Anchor::kStart) {
    Start(&slot, 0);
  } else {
    CHECK(step.parent < step.id && step.id - step.parent < kStepWindow);
    StartOrWait(&slot, &SlotOf(step.parent));
  }
  Settle();
}

void StepWindow::StartOrWait(Slot* slot, Slot* parent) {
  const int64_t anchor_ns =
      slot->step.anchor == Anchor::kIssue ? parent->issue_ns : parent->complete_ns;
  if (anchor_ns != kNoTime) {
    Start(slot, anchor_ns);
  } else {
    slot->next_sibling = parent->first_child;
    parent->first_child = IndexOf(*slot);
  }
}

void StepWindow::Start(Slot* slot, int64_t anchor_ns) {
  const Step& step = slot->step;
  const int64_t due_ns = std::max(step.not_before_ns, anchor_ns + step.think_ns);
  if (step.kind == StepKind::kIo) {
    PushReady({due_ns, step.id});
  } else {
    Pass(slot, due_ns);
  }
}

void StepWindow::Pass(Slot* slot, int64_t due_ns) {
  if (slot->step.kind == StepKind::kCommandEnd) {
    command_end_ns_ = std::max(command_end_ns_, due_ns);  // that of the last tile
  } else {
    ++pretended_;
  }
  slot->issue_ns = due_ns;
  slot->complete_ns = due_ns + slot->step.service_ns;
  slot->over = true;
  --unfinished_;
  happened_.push_back(IndexOf(*slot));
}

void StepWindow::PushReady(Ready ready) {
  if (in_order_.empty() || ready > in_order_.back()) {
    in_order_.push(ready);
  } else {
    out_of_order_.push(ready);
  }
}

bool StepWindow::FrontIsOutOfOrder() const {
  return !out_of_order_.empty() && (in_order_.empty() || in_order_.front() > out_of_order_.top());
}

const StepWindow::Ready* StepWindow::Front() const {
  if (FrontIsOutOfOrder()) return &out_of_order_.top();
  return in_order_.empty() ? nullptr : &in_order_.front();
}

void StepWindow::PopFront() {
  if (FrontIsOutOfOrder()) {
    out_of_order_.pop();
  } else {
    in_order_.pop();
  }
}

void StepWindow::Issued(uint64_t id, int64_t issue_ns) {
  Slot& slot = SlotOf(id);
  slot.issue_ns = issue_ns;
  happened_.push_back(IndexOf(slot));
  Settle();
}

void StepWindow::Completed(uint64_t id, int64_t complete_ns) {
  Slot& slot = SlotOf(id);
  slot.complete_ns = complete_ns;
  slot.over = true;
  --unfinished_;
  happened_.push_back(IndexOf(slot));
  Settle();
}

void StepWindow::Settle() {
  while (!happened_.empty()) {
    Slot& slot = slots_[happened_.back()];
    happened_.pop_back();
    uint32_t child = std::exchange(slot.first_child, kNone);
    while (child != kNone) {
      Slot& waiting = slots_[child];
      child = std::exchange(waiting.next_sibling, kNone);
      StartOrWait(&waiting, &slot);
    }
  }
}

}  // namespace ioreel
