#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "formats/etl/log_header.h"

namespace ioreel {

/// Turns a session's clock ticks into ns since its start. Trace time 0 is the log header's record.
class EtlClock {
 public:
  /// Errors: InvalidArgument for a header that names a clock without its rate, or an unknown one.
  static absl::StatusOr<EtlClock> Make(const EtlLogHeader& header);

  /// nullopt for what does not fit 63 bits.
  std::optional<int64_t> Ns(int64_t ticks) const { return Ns(ticks, 0); }
  /// The same `response` before that, which is always in ticks of the performance counter.
  std::optional<int64_t> Ns(int64_t ticks, uint64_t response) const;
  /// Can response times be told?
  bool has_responses() const { return ticks_per_s_ > 0; }

  const std::string& name() const { return name_; }
  int64_t resolution_ns() const { return resolution_ns_; }
  /// Own clock at trace time 0; kNoTime when it does not fit.
  int64_t start_clock_ns() const;

 private:
  std::string name_;
  int64_t start_ = 0;           ///< ticks
  int64_t ns_ = 1, ticks_ = 1;  ///< so many ns in so many ticks
  int64_t ticks_per_s_ = 0;     ///< of the performance counter
  int64_t resolution_ns_ = 1;
};

/// FILETIME (100 ns since 1601) as ns since 1970; kNoTime for 0 and what does not fit.
int64_t WallNsFromFiletime(int64_t filetime);

}  // namespace ioreel
