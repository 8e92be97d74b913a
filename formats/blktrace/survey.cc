#include "formats/blktrace/survey.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "formats/blktrace/files.h"
#include "formats/blktrace/input_stream.h"

namespace ioreel {
namespace {

/// `latest_ns` is of the events before.
void Count(const BlktraceItem& item, int named_cpu, int64_t* latest_ns, BlktraceSurvey* survey) {
  const StageEvent& event = item.raw.event;
  if (survey->events == 0) survey->first_ns = *latest_ns = event.time_ns;
  ++survey->events;
  if (named_cpu >= 0 && event.cpu != named_cpu) ++survey->other_cpus;
  survey->first_ns = std::min(survey->first_ns, event.time_ns);
  if (event.time_ns >= *latest_ns) {
    *latest_ns = event.time_ns;
    return;
  }
  if (survey->inversions++ == 0) survey->first_inversion = item.byte_offset;
  survey->lateness_ns = std::max(survey->lateness_ns, *latest_ns - event.time_ns);
}

}  // namespace

absl::StatusOr<BlktraceSurvey> SurveyBlktrace(const Input& input, const ReadOptions& options) {
  ImportLog damage;
  IOREEL_ASSIGN_OR_RETURN(BlktraceInputStream stream,
                          BlktraceInputStream::Open(input, options, &damage));
  BlktraceSurvey survey;
  const int named_cpu = BlktraceFileCpu(input.name());
  int64_t latest_ns = 0;
  BlktraceItem item;
  while (stream.Next(&item)) {
    if (item.is_note || item.raw.event.stage == Stage::kLost) continue;
    Count(item, named_cpu, &latest_ns, &survey);
  }
  IOREEL_RETURN_IF_ERROR(stream.status());
  survey.foreign_version = stream.decoder().foreign_version();
  if (!damage.entries().empty()) {
    const ImportLog::Entry& first = damage.entries().front();
    survey.first_fault = absl::StrCat(first.first_place, ": ", first.explanation);
  }
  return survey;
}

}  // namespace ioreel
