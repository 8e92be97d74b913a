#include "replay/verify/verify_plan.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "base/units.h"
#include "replay/verify/stamp.h"

namespace ioreel {
namespace {

void AddReadBacks(RepeatResult* result) {
  for (const OpSummary& op : result->ops) {
    if (op.op != Op::kWrite || op.count == 0) continue;
    result->substitutions.push_back({.what = "write followed by a read of it (--verify write)",
                                     .count = op.count,
                                     .bytes = op.bytes,
                                     .comparable = false});
  }
}

}  // namespace

absl::StatusOr<VerifyPlan> ParseVerifyPlan(absl::string_view text) {
  VerifyPlan plan;
  for (const absl::string_view word : absl::StrSplit(text, ',')) {
    bool* const wanted = word == "read"    ? &plan.reads
                         : word == "write" ? &plan.writes
                         : word == "end"   ? &plan.end
                                           : nullptr;
    if (wanted == nullptr) {
      return absl::InvalidArgumentError(absl::StrCat("'", word, "' is none of read, write, end"));
    }
    *wanted = true;
  }
  return plan;
}

std::string ToString(const VerifyPlan& plan) {
  std::vector<absl::string_view> words;
  if (plan.reads) words.push_back("read");
  if (plan.writes) words.push_back("write");
  if (plan.end) words.push_back("end");
  return absl::StrJoin(words, ",");
}

absl::Status CheckStampable(uint64_t granularity) {
  if (granularity % kStampSector != 0) {
    return absl::FailedPreconditionError(
        absl::StrCat("stamps need I/Os of whole ", kStampSector, " bytes: --align ", kStampSector,
                     " widens them; --offset and --split have to be multiples of it"));
  }
  return absl::OkStatus();
}

void AddVerification(const VerifyPlan& plan, const Verification& found,
                     const absl::Status& read_back, RepeatResult* result) {
  result->verification = found;
  if (plan.writes) AddReadBacks(result);
  if (!read_back.ok()) {
    result->complete = false;
    result->fidelity.valid = false;
    result->fidelity.reasons.push_back(
        absl::StrCat("the verification did not end (", std::string(read_back.message()),
                     "): it is unknown whether the rest is as written"));
  }
  if (found.unread_bytes > 0) {
    result->fidelity.valid = false;
    result->fidelity.reasons.push_back(absl::StrCat(
        FormatSize(found.unread_bytes), " of what was written could not be read, first at byte ",
        FormatCount(found.first_unread_offset_bytes), ": ", found.first_unread));
  }
  if (found.mismatched_bytes == 0) return;
  result->fidelity.valid = false;
  result->fidelity.reasons.push_back(
      absl::StrCat("the data is not what was written: ", FormatSize(found.mismatched_bytes),
                   ", first at byte ", FormatCount(found.first_offset_bytes), ": ", found.first));
}

}  // namespace ioreel
