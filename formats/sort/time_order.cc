#include "formats/sort/time_order.h"

#include <algorithm>
#include <utility>

#include "base/status_macros.h"

namespace ioreel {

absl::Status TimeOrderer::Add(QueuedIo io, absl::FunctionRef<std::string()> place) {
  IOREEL_RETURN_IF_ERROR(check_.Check(&io, place));
  check_.Advance(io.queue_ns);
  if (check_.order() == TimeOrder::kSort) return Sort(io);
  ready_.push_back(io);
  return absl::OkStatus();
}

absl::Status TimeOrderer::Sort(const QueuedIo& io) {
  if (within_reach_ == false) {
    ++sorting_;
    return sorter_.Add(io);
  }
  window_.Add(io);
  return window_.full() ? Relieve() : absl::OkStatus();
}

absl::Status TimeOrderer::Relieve() {
  if (!within_reach_ && look_ahead_) {
    IOREEL_ASSIGN_OR_RETURN(within_reach_, look_ahead_(kReach));
  }
  if (!within_reach_.value_or(false)) return MoveToSorter();
  const size_t before = ready_.size();
  window_.Release(&ready_);
  if (ready_[before].queue_ns < released_ns_)
    return absl::DataLossError("the input has changed while it was read");
  released_ns_ = ready_.back().queue_ns;
  return absl::OkStatus();
}

absl::Status TimeOrderer::MoveToSorter() {
  within_reach_ = false;
  std::vector<QueuedIo> rows;
  window_.Drain(&rows);
  window_ = ReorderWindow(1);  // its memory is needed no more
  for (const QueuedIo& row : rows) IOREEL_RETURN_IF_ERROR(sorter_.Add(row));
  sorting_ = rows.size();
  return absl::OkStatus();
}

absl::Status TimeOrderer::Finish() {
  window_.Drain(&ready_);
  sorted_ = std::exchange(sorting_, 0);
  return sorter_.Finish();
}

absl::StatusOr<bool> TimeOrderer::Take(size_t max, std::vector<QueuedIo>* out) {
  if (sorted_ > 0) {
    const size_t before = out->size();
    IOREEL_RETURN_IF_ERROR(sorter_.Take(max, out).status());
    sorted_ -= out->size() - before;
    return true;
  }
  const size_t n = std::min(max, ready_.size() - given_);
  const auto first = ready_.begin() + static_cast<ptrdiff_t>(given_);
  out->insert(out->end(), first, first + static_cast<ptrdiff_t>(n));
  given_ += n;
  if (given_ == ready_.size()) {
    ready_.clear();
    given_ = 0;
  }
  return n > 0;
}

}  // namespace ioreel
