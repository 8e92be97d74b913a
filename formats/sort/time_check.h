#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "formats/format.h"
#include "formats/import_log.h"
#include "formats/model/io.h"

namespace ioreel {

/// Watches that times do not go backwards, does about it what TimeOrder says, and counts it in the
/// log, with the first place. The log must outlive it.
class TimeCheck {
 public:
  /// `by_default`: what the format's own rules make of TimeOrder::kDefault.
  TimeCheck(TimeOrder asked, TimeOrder by_default, ImportLog* log)
      : order_(asked == TimeOrder::kDefault ? by_default : asked), log_(log) {}

  TimeOrder order() const { return order_; }

  /// Looks at a row's time, which must not be before the latest; at kClamp moves the whole row up,
  /// so that it keeps the differences of its times. `place` names the row's line or byte; it is
  /// called only for the first out of order and for errors.
  /// Errors: InvalidArgument at kReject, and where a time would pass 2^63 ns.
  absl::Status Check(QueuedIo* io, absl::FunctionRef<std::string()> place);
  absl::Status Check(IssuedRequest* request, absl::FunctionRef<std::string()> place);
  void Advance(int64_t time_ns) { latest_ns_ = std::max(latest_ns_, time_ns); }

 private:
  /// By how much a row is to be moved.
  absl::StatusOr<int64_t> Behind(int64_t time_ns, absl::FunctionRef<std::string()> place);

  TimeOrder order_;
  ImportLog* log_;
  int64_t latest_ns_ = kNoTime;
};

}  // namespace ioreel
