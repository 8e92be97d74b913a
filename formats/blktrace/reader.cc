#include "formats/blktrace/reader.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/check.h"
#include "base/parallel_for.h"
#include "base/status_macros.h"
#include "formats/blktrace/files.h"
#include "formats/blktrace/survey.h"
#include "formats/pairing/pairing_report.h"

namespace ioreel {
namespace {

constexpr size_t kRowsAtOnce = 4096;

using Inputs = std::vector<std::unique_ptr<Input>>;

std::vector<std::string> Names(const Inputs& inputs) {
  std::vector<std::string> names;
  for (const auto& input : inputs) names.push_back(input->name());
  return names;
}

std::string OriginText(const Inputs& inputs) {
  const std::string& first = inputs.front()->name();
  return inputs.size() == 1 ? first : absl::StrCat(first, " and ", inputs.size() - 1, " more");
}

std::string Place(const Input& input, uint64_t byte) {
  return absl::StrCat(input.name(), ": byte ", byte);
}

/// Says what the survey of an input found that the user should know, or refuses it.
absl::Status Judge(const Input& input, const BlktraceSurvey& survey, TimeOrder order,
                   ImportLog* log) {
  if (survey.events == 0 && survey.foreign_version != 0) {
    return absl::UnimplementedError(absl::StrCat(input.name(), ": records of blktrace version ",
                                                 survey.foreign_version,
                                                 "; this ioreel reads versions 7 and 8"));
  }
  if (survey.inversions > 0 && order == TimeOrder::kReject) {
    return absl::InvalidArgumentError(absl::StrCat(
        Place(input, survey.first_inversion), ": a record is earlier than the one before it (",
        survey.inversions, " in all); --time-order=sort puts them in order"));
  }
  if (survey.inversions > 0) {
    log->Add("time_inversion", ImportLog::Severity::kNotice, Place(input, survey.first_inversion),
             order == TimeOrder::kClamp
                 ? "records earlier than the one before them; moved to its time"
                 : "records earlier than the one before them; put in order",
             survey.inversions);
  }
  if (survey.other_cpus > 0) {
    log->Add("other_cpu", ImportLog::Severity::kNotice, input.name(),
             "records of another CPU than the name of their file says; kept", survey.other_cpus);
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<BlktraceSurvey>> SurveyAll(const Inputs& inputs,
                                                      const ReadOptions& options, ImportLog* log) {
  std::vector<absl::StatusOr<BlktraceSurvey>> results(inputs.size());
  ParallelFor(inputs.size(), [&](size_t i) { results[i] = SurveyBlktrace(*inputs[i], options); });
  std::vector<BlktraceSurvey> surveys;
  for (size_t i = 0; i < inputs.size(); ++i) {
    IOREEL_RETURN_IF_ERROR(results[i].status());
    surveys.push_back(*std::move(results[i]));
    IOREEL_RETURN_IF_ERROR(Judge(*inputs[i], surveys.back(), options.time_order, log));
  }
  return surveys;
}

/// Time of the earliest event. Errors: InvalidArgument when there is none.
absl::StatusOr<int64_t> FindOrigin(const Inputs& inputs,
                                   const std::vector<BlktraceSurvey>& surveys) {
  std::optional<int64_t> origin;
  for (const BlktraceSurvey& survey : surveys) {
    if (survey.events > 0) origin = std::min(origin.value_or(survey.first_ns), survey.first_ns);
  }
  if (origin) return *origin;
  for (const BlktraceSurvey& survey : surveys) {
    if (!survey.first_fault.empty())
      return absl::InvalidArgumentError(absl::StrCat(
          OriginText(inputs), ": no blktrace event can be read; first, ", survey.first_fault));
  }
  return absl::InvalidArgumentError(
      absl::StrCat(OriginText(inputs), ": the trace is empty, there are no blktrace events"));
}

}  // namespace

BlktraceReader::BlktraceReader(int64_t origin_ns, ImportLog* log)
    : log_(log), origin_ns_(origin_ns), pairer_({.origin_ns = origin_ns}) {}

absl::StatusOr<std::unique_ptr<BlktraceReader>> BlktraceReader::Open(Inputs inputs,
                                                                     const ReadOptions& options,
                                                                     ImportLog* log) {
  IOREEL_ASSIGN_OR_RETURN(const std::vector<BlktraceSurvey> surveys,
                          SurveyAll(inputs, options, log));
  IOREEL_ASSIGN_OR_RETURN(const int64_t origin_ns, FindOrigin(inputs, surveys));
  if (const std::string missing = MissingBlktraceCpus(Names(inputs)); !missing.empty()) {
    log->Add("missing_cpu", ImportLog::Severity::kNotice, inputs.front()->name(),
             absl::StrCat("no file of CPU ", missing, "; what happened there is not in the trace"));
  }
  std::unique_ptr<BlktraceReader> reader(new BlktraceReader(origin_ns, log));
  reader->info_.source = "blktrace";
  reader->info_.origin = OriginText(inputs);
  reader->info_.start_clock_ns = origin_ns;
  IOREEL_ASSIGN_OR_RETURN(reader->stream_,
                          BlktraceEventStream::Open(inputs, surveys, options, origin_ns));
  return reader;
}

absl::StatusOr<bool> BlktraceReader::Read(TraceChunk* chunk) {
  chunk->Clear();
  while (!pairer_.Take(kRowsAtOnce, at_end_, chunk)) {
    if (at_end_) {
      Finish();
      return false;
    }
    IOREEL_RETURN_IF_ERROR(AddBatch());
  }
  return true;
}

absl::Status BlktraceReader::AddBatch() {
  BlktraceBatch* const batch = stream_->Next();
  if (batch == nullptr) return End();
  info_.devices.insert(info_.devices.end(), batch->devices.begin(), batch->devices.end());
  for (const BlktraceNote& note : batch->notes) TakeNote(note);
  for (RawEvent& raw : batch->events) {
    StageEvent& event = raw.event;
    if (event.stage == Stage::kQueued || event.stage == Stage::kIssued)
      event.task = tasks_.Find(raw.tid, event.time_ns);
    pairer_.Add(event);
  }
  return batch->last ? End() : absl::OkStatus();
}

absl::Status BlktraceReader::End() {
  CHECK(stream_->Next() == nullptr);
  at_end_ = true;
  log_->Add(stream_->log());
  info_.losses = stream_->losses();
  return stream_->status();
}

void BlktraceReader::TakeNote(const BlktraceNote& note) {
  if (note.kind == BlktraceNote::Kind::kProcess) {
    tasks_.AddName(note.tid, note.time_ns, note.text);
  } else if (note.kind == BlktraceNote::Kind::kTimestamp && info_.start_wall_ns == kNoTime) {
    // blkparse -d moves the events to time 0, but not the note, which then is of the start.
    const bool moved = note.time_ns > origin_ns_;
    info_.start_wall_ns = note.wall_ns + (moved ? 0 : origin_ns_ - note.time_ns);
    info_.clock = "CLOCK_MONOTONIC";
  }
}

/// Completes `info` and says what was odd. Once.
void BlktraceReader::Finish() {
  if (finished_) return;
  finished_ = true;
  info_.stage_events = StagesByName(
      [this](Stage stage) { return stage == Stage::kLost ? 0 : stream_->stage_count(stage); });
  ReportPairing(pairer_.counts(), log_, &info_);
}

}  // namespace ioreel
