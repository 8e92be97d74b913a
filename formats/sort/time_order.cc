#include "formats/sort/time_order.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/checked_math.h"
#include "base/status_macros.h"

namespace ioreel {

namespace {

absl::Status MoveTime(int64_t by_ns, int64_t* time_ns) {
  if (*time_ns == kNoTime) return absl::OkStatus();
  const std::optional<int64_t> moved = CheckedAdd(*time_ns, by_ns);
  if (!moved) return absl::InvalidArgumentError("a time above 2^63 ns");
  *time_ns = *moved;
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<int64_t> TimeCheck::Behind(int64_t time_ns, absl::FunctionRef<std::string()> place) {
  if (time_ns >= latest_ns_ || time_ns == kNoTime) return 0;
  const uint64_t behind_ns = static_cast<uint64_t>(latest_ns_) - static_cast<uint64_t>(time_ns);
  if (order_ == TimeOrder::kReject)
    return absl::InvalidArgumentError(absl::StrCat(
        place(), ": time goes backwards by ", behind_ns,
        " ns; --time-order sort puts such rows where they belong, clamp moves them up"));
  log_->Add("time_inversion", ImportLog::Severity::kNotice, place(),
            order_ == TimeOrder::kSort ? "time goes backwards here; sorted"
                                       : "time goes backwards here; moved up to the time before");
  if (order_ != TimeOrder::kClamp) return 0;
  if (behind_ns > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
    return absl::InvalidArgumentError(absl::StrCat(place(), ": a time above 2^63 ns"));
  return static_cast<int64_t>(behind_ns);
}

absl::Status TimeCheck::Check(QueuedIo* io, absl::FunctionRef<std::string()> place) {
  IOREEL_ASSIGN_OR_RETURN(const int64_t behind_ns, Behind(io->queue_ns, place));
  if (behind_ns == 0) return absl::OkStatus();
  absl::Status moved = MoveTime(behind_ns, &io->queue_ns);
  moved.Update(MoveTime(behind_ns, &io->issue_ns));
  moved.Update(MoveTime(behind_ns, &io->complete_ns));
  return Annotate(moved, place());
}

absl::Status TimeCheck::Check(IssuedRequest* request, absl::FunctionRef<std::string()> place) {
  if (request->issue_ns == kNoTime) return absl::OkStatus();
  IOREEL_ASSIGN_OR_RETURN(const int64_t behind_ns, Behind(request->issue_ns, place));
  if (behind_ns == 0) return absl::OkStatus();
  absl::Status moved = MoveTime(behind_ns, &request->issue_ns);
  moved.Update(MoveTime(behind_ns, &request->complete_ns));
  return Annotate(moved, place());
}

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
