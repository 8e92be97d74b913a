#include "formats/pairing/pairing_report.h"

namespace ioreel {

std::map<std::string, uint64_t> StagesByName(absl::FunctionRef<uint64_t(Stage)> count_of) {
  std::map<std::string, uint64_t> counts;
  for (int i = 0; i < kStageCount; ++i) {
    const auto stage = static_cast<Stage>(i);
    if (const uint64_t count = count_of(stage); count > 0)
      counts[std::string(StageName(stage))] = count;
  }
  return counts;
}

void ReportPairing(const RequestPairer::Counts& counts, ImportLog* log, TraceInfo* info) {
  info->tainted = !info->losses.empty();
  const auto report = [&](absl::string_view name, ImportLog::Severity severity, uint64_t count,
                          absl::string_view explanation) {
    if (count > 0) log->Add(name, severity, info->origin, explanation, count);
  };
  using enum ImportLog::Severity;
  report("lost_events", kDataLoss, info->LostEvents(),
         "events are missing; nothing was paired across their gap");
  report("orphan_completion", kNotice, counts.orphan_completions,
         "completions of I/Os that the trace does not show; left out");
  report("unfinished", kNotice, counts.unfinished,
         "I/Os whose completion the trace does not show; kept, their end unknown");
  report("given_up", kNotice, counts.given_up,
         "I/Os whose completion had not come long after; kept, their end unknown");
  report("zero_length", kNotice, counts.zero_length,
         "queued reads or writes of no bytes; kept, a replay has nothing to do for them");
}

}  // namespace ioreel
