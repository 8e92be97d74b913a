#include "formats/sort/reorder_window.h"

#include <algorithm>

#include "base/check.h"

namespace ioreel {
namespace {

constexpr ptrdiff_t kShortMove = 256;  // rows; inserting further back costs more than sorting

bool Earlier(const QueuedIo& a, const QueuedIo& b) { return a.queue_ns < b.queue_ns; }

}  // namespace

ReorderWindow::ReorderWindow(size_t reach) : reach_(reach) { CHECK(reach > 0); }

void ReorderWindow::Add(const QueuedIo& io) {
  CHECK(!full());
  if (!sorted_ || rows_.empty() || !Earlier(io, rows_.back())) {
    rows_.push_back(io);
    return;
  }
  const auto near_end = rows_.end() - std::min<ptrdiff_t>(kShortMove, rows_.end() - rows_.begin());
  const auto place = std::upper_bound(near_end, rows_.end(), io, Earlier);
  sorted_ = place != near_end || near_end == rows_.begin();
  if (sorted_)
    rows_.insert(place, io);
  else
    rows_.push_back(io);
}

void ReorderWindow::Sort() {
  if (!sorted_) std::stable_sort(rows_.begin(), rows_.end(), Earlier);
  sorted_ = true;
}

void ReorderWindow::Release(std::vector<QueuedIo>* out) {
  CHECK(full());
  Sort();
  const auto middle = rows_.begin() + static_cast<ptrdiff_t>(reach_);
  out->insert(out->end(), rows_.begin(), middle);
  rows_.erase(rows_.begin(), middle);
}

void ReorderWindow::Drain(std::vector<QueuedIo>* out) {
  Sort();
  out->insert(out->end(), rows_.begin(), rows_.end());
  rows_.clear();
}

}  // namespace ioreel
