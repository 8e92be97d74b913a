#include "replay/safety/taint.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/units.h"

namespace ioreel {
namespace {

constexpr char kTaintPayload[] = "ioreel/tainted-trace";

std::string LossText(const TraceInfo& info) {
  const bool exact = std::all_of(info.losses.begin(), info.losses.end(),
                                 [](const LossWindow& loss) { return loss.events > 0; });
  return absl::StrCat(exact ? "" : "at least ", FormatCount(info.LostEvents(), "event"),
                      info.LostEvents() == 1 ? " was" : " were", " lost in ",
                      FormatCount(info.losses.size(), "window"));
}

/// The faults met while reading, but for the lost events, which the trace counts itself.
uint64_t Faults(const ImportLog& log) {
  uint64_t faults = 0;
  for (const ImportLog::Entry& entry : log.entries()) {
    const bool counts = entry.severity == ImportLog::Severity::kDataLoss;
    if (counts && entry.name != "lost_events") faults += entry.count;
  }
  return faults;
}

}  // namespace

std::string TaintText(const TraceSurvey& survey) {
  const TraceInfo& info = survey.info;
  std::vector<std::string> reasons;
  if (!info.losses.empty()) reasons.push_back(LossText(info));
  if (const auto note = info.notes.find("salvage"); note != info.notes.end()) {
    reasons.push_back(absl::StrCat("it was salvaged (", note->second, ")"));
  }
  if (const uint64_t faults = Faults(survey.log); faults > 0) {
    reasons.push_back(absl::StrCat("it has ", FormatCount(faults, "fault")));
  }
  if (reasons.empty() && info.tainted) reasons.push_back("it was made from a damaged trace");
  return absl::StrJoin(reasons, "; ");
}

absl::Status CheckUntainted(const TraceSurvey& survey, const std::string& trace_name) {
  const std::string taint = TaintText(survey);
  if (taint.empty()) return absl::OkStatus();
  absl::Status refusal = absl::FailedPreconditionError(absl::StrCat(
      trace_name, " is not the whole of what happened: ", taint,
      "; record it again, or add --allow-tainted to replay what is there, unfit for a score"));
  refusal.SetPayload(kTaintPayload, absl::Cord());
  return refusal;
}

bool IsTaintRefusal(const absl::Status& status) {
  return status.GetPayload(kTaintPayload).has_value();
}

}  // namespace ioreel
