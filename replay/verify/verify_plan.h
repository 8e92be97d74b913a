#pragma once

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "formats/result/run_result.h"

namespace ioreel {

/// When what was written is compared with what is read.
struct VerifyPlan {
  bool reads = false;   ///< when the trace reads what was written before
  bool writes = false;  ///< each write is read again as soon as it is complete
  bool end = false;     ///< all that was written is read again after the replay

  bool any() const { return reads || writes || end; }
};

/// A list of read, write and end. Errors: InvalidArgument.
absl::StatusOr<VerifyPlan> ParseVerifyPlan(absl::string_view text);
/// As ParseVerifyPlan takes it.
std::string ToString(const VerifyPlan& plan);

/// Whether writes can carry stamps, when all their offsets and lengths are multiples of
/// `granularity` bytes. Errors: FailedPrecondition, with the remedies.
absl::Status CheckStampable(uint64_t granularity);

/// Puts what was found into the result. Data that is not as written makes it invalid, and so does
/// what was not read back: `read_back` is how that ended.
void AddVerification(const VerifyPlan& plan, const Verification& found,
                     const absl::Status& read_back, RepeatResult* result);

}  // namespace ioreel
