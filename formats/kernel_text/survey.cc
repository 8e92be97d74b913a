#include "formats/kernel_text/survey.h"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status_macros.h"
#include "formats/kernel_text/event_stream.h"

namespace ioreel {
namespace {

int64_t ResolutionNs(int decimals) {
  int64_t ns = 1;
  for (; decimals < 9; ++decimals) ns *= 10;
  return ns;
}

/// "I 12, U 3 and 400 other events".
std::string StagesText(const KernelTextSurvey& survey, uint64_t other_events) {
  std::vector<std::string> held;
  for (int i = 0; i < kStageCount; ++i) {
    const auto stage = static_cast<Stage>(i);
    if (survey.count(stage) > 0)
      held.push_back(absl::StrCat(survey.count(stage), " ", StageName(stage)));
  }
  if (other_events > 0) held.push_back(absl::StrCat(other_events, " other events"));
  return held.empty() ? "no events" : absl::StrJoin(held, ", ");
}

}  // namespace

absl::StatusOr<KernelTextSurvey> SurveyKernelText(const Input& input, ParseKernelLineFn parse,
                                                  const ReadOptions& options, ImportLog* log) {
  IOREEL_ASSIGN_OR_RETURN(KernelEventStream stream,
                          KernelEventStream::Open(input, parse, options, log));
  KernelTextSurvey survey;
  survey.first_ns = std::numeric_limits<int64_t>::max();
  int decimals = 0;
  int64_t latest_ns = 0;
  KernelLine line;
  for (;;) {
    IOREEL_ASSIGN_OR_RETURN(const bool more, stream.Next(&line));
    if (!more) break;
    const StageEvent& event = line.raw.event;
    ++survey.stages[static_cast<size_t>(event.stage)];
    survey.first_ns = std::min(survey.first_ns, event.time_ns);
    decimals = std::max(decimals, line.decimals);
    if (event.time_ns < latest_ns && survey.inversions++ == 0)
      survey.first_inversion = stream.lines().Place();
    latest_ns = std::max(latest_ns, event.time_ns);
  }
  survey.resolution_ns = ResolutionNs(decimals);
  if (survey.completions_only() && survey.count(Stage::kCompleted) == 0)
    return absl::InvalidArgumentError(absl::StrCat(
        input.name(), ": shows no I/O queued, issued or completed; it holds ",
        StagesText(survey, stream.other_events()), " in ", stream.lines().line_number(), " lines"));
  return survey;
}

}  // namespace ioreel
