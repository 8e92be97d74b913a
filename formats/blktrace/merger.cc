#include "formats/blktrace/merger.h"

namespace ioreel {

BlktraceMerger::BlktraceMerger(std::vector<std::unique_ptr<BlktraceCursor>> cursors)
    : cursors_(std::move(cursors)) {}

RawEvent* BlktraceMerger::Next() {
  if (!started_) {
    for (size_t cursor = 0; cursor < cursors_.size(); ++cursor) Advance(cursor);
    started_ = true;
  } else if (cursors_[active_]->Advance()) {
    // Events come in runs: most often the same input goes on.
    const Turn turn{TimeOf(active_), active_};
    if (turns_.empty() || turn < turns_.top()) return &cursors_[active_]->current();
    turns_.push(turn);
  } else {
    status_.Update(cursors_[active_]->status());
  }
  if (turns_.empty() || !status_.ok()) return nullptr;
  active_ = turns_.top().second;
  turns_.pop();
  return &cursors_[active_]->current();
}

void BlktraceMerger::Advance(size_t cursor) {
  if (cursors_[cursor]->Advance()) {
    turns_.push({TimeOf(cursor), cursor});
  } else {
    status_.Update(cursors_[cursor]->status());
  }
}

}  // namespace ioreel
