#include "formats/sort/time_check.h"

#include <limits>
#include <optional>

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
  if (!log_->CountAgain("time_inversion"))
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
  IOREEL_ASSIGN_OR_RETURN(const int64_t behind_ns, Behind(request->issue_ns, place));
  if (behind_ns == 0) return absl::OkStatus();
  absl::Status moved = MoveTime(behind_ns, &request->issue_ns);
  moved.Update(MoveTime(behind_ns, &request->complete_ns));
  return Annotate(moved, place());
}

}  // namespace ioreel
