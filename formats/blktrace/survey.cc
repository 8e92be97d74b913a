#include "formats/blktrace/survey.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "formats/blktrace/byte_pump.h"
#include "formats/blktrace/files.h"
#include "formats/blktrace/input_stream.h"
#include "formats/blktrace/stream_framer.h"
#include "formats/import/faults.h"

namespace ioreel {
namespace {

bool IsEvent(const BlktraceFrame& frame) {
  return frame.kind == BlktraceFrame::Kind::kRecord && !frame.record.is_note() &&
         JudgeBlktraceEvent(frame.record) == BlktraceVerdict::kOk;
}

/// `latest_ns` is of the events before.
void Count(const BlktraceFrame& frame, int named_cpu, int64_t* latest_ns, BlktraceSurvey* survey) {
  const auto time_ns = static_cast<int64_t>(frame.record.time_ns);
  if (survey->events == 0) survey->first_ns = *latest_ns = time_ns;
  ++survey->events;
  if (named_cpu >= 0 && static_cast<int>(frame.record.cpu) != named_cpu) ++survey->other_cpus;
  survey->first_ns = std::min(survey->first_ns, time_ns);
  if (time_ns >= *latest_ns) {
    *latest_ns = time_ns;
    return;
  }
  if (survey->inversions++ == 0) survey->first_inversion = frame.byte_offset;
  survey->lateness_ns = std::max(survey->lateness_ns, *latest_ns - time_ns);
}

/// Why an input has no events.
absl::StatusOr<std::string> FirstFault(const Input& input, const ReadOptions& options) {
  ImportLog damage;
  IOREEL_ASSIGN_OR_RETURN(BlktraceInputStream stream,
                          BlktraceInputStream::Open(input, options, &damage));
  BlktraceItem item;
  while (stream.Next(&item)) {
  }
  if (damage.entries().empty()) return "";
  const ImportLog::Entry& first = damage.entries().front();
  return absl::StrCat(first.first_place, ": ", first.explanation);
}

}  // namespace

absl::StatusOr<BlktraceSurvey> SurveyBlktrace(const Input& input, const ReadOptions& options) {
  IOREEL_ASSIGN_OR_RETURN(BytePump pump, BytePump::Open(input));
  BlktraceSurvey survey;
  const int named_cpu = BlktraceFileCpu(input.name());
  int64_t latest_ns = 0;
  BlktraceFramer framer;
  BlktraceFrame frame;
  do {
    while (framer.Next(&frame)) {
      if (IsEvent(frame)) Count(frame, named_cpu, &latest_ns, &survey);
    }
  } while (pump.Pump(&framer));
  if (!pump.status().ok()) {
    ImportLog noted_later;
    IOREEL_RETURN_IF_ERROR(Damage(pump.status(), options, &noted_later));
  }
  survey.foreign_version = framer.foreign_version();
  if (survey.events == 0) {
    IOREEL_ASSIGN_OR_RETURN(survey.first_fault, FirstFault(input, options));
  }
  return survey;
}

}  // namespace ioreel
