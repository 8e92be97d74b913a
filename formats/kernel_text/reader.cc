#include "formats/kernel_text/reader.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "formats/pairing/pairing_report.h"

namespace ioreel {
namespace {

using enum ImportLog::Severity;

constexpr size_t kEventsAtOnce = 8192;
constexpr size_t kRowsAtOnce = 4096;
constexpr size_t kSortedAtOnce = 1 << 18;

/// Says what the survey found that the user should know, or refuses the text.
absl::Status Judge(const KernelTextSurvey& survey, const std::string& name, TimeOrder order,
                   ImportLog* log) {
  if (survey.inversions > 0 && order == TimeOrder::kReject)
    return absl::InvalidArgumentError(
        absl::StrCat(survey.first_inversion, ": an event is earlier than the one before it (",
                     survey.inversions, " in all); --time-order=sort puts them in order"));
  if (survey.inversions > 0)
    log->Add("time_inversion", kNotice, survey.first_inversion,
             order == TimeOrder::kClamp
                 ? "events earlier than the one before them; moved to its time"
                 : "events earlier than the one before them; put in order",
             survey.inversions);
  if (survey.completions_only())
    log->Add("completions_only", kNotice, name,
             "the text shows completions only: each I/O stands at its completion, and how long it "
             "took is unknown",
             survey.count(Stage::kCompleted));
  return absl::OkStatus();
}

}  // namespace

KernelTextReader::KernelTextReader(KernelEventStream stream, const KernelTextSurvey& survey,
                                   std::unique_ptr<ImportLog> told, ImportLog* log)
    : log_(log),
      told_(std::move(told)),
      survey_(survey),
      losses_(&info_.losses, survey.first_ns),
      stream_(std::move(stream)),
      pairer_({.origin_ns = survey.first_ns}),
      latest_ns_(survey.first_ns) {}

absl::StatusOr<std::unique_ptr<KernelTextReader>> KernelTextReader::Open(
    std::unique_ptr<Input> input, ParseKernelLineFn parse, absl::string_view source,
    const ReadOptions& options, ImportLog* log) {
  IOREEL_ASSIGN_OR_RETURN(const KernelTextSurvey survey,
                          SurveyKernelText(*input, parse, options, log));
  IOREEL_RETURN_IF_ERROR(Judge(survey, input->name(), options.time_order, log));
  auto told = std::make_unique<ImportLog>();
  IOREEL_ASSIGN_OR_RETURN(KernelEventStream stream,
                          KernelEventStream::Open(*input, parse, options, told.get()));
  std::unique_ptr<KernelTextReader> reader(
      new KernelTextReader(std::move(stream), survey, std::move(told), log));
  reader->info_.source = std::string(source);
  reader->info_.origin = input->name();
  reader->info_.start_clock_ns = survey.first_ns;
  reader->info_.clock_resolution_ns = survey.resolution_ns;
  if (survey.inversions > 0 && options.time_order != TimeOrder::kClamp)
    IOREEL_RETURN_IF_ERROR(reader->Sort());
  return reader;
}

absl::StatusOr<bool> KernelTextReader::Read(TraceChunk* chunk) {
  chunk->Clear();
  while (!pairer_.Take(kRowsAtOnce, at_end_, chunk)) {
    if (at_end_) {
      Finish();
      return false;
    }
    IOREEL_RETURN_IF_ERROR(sorter_ ? AddSorted() : AddEvents());
  }
  return true;
}

absl::Status KernelTextReader::Sort() {
  sorter_.emplace(kSortedAtOnce);
  StageEvent event;
  for (;;) {
    IOREEL_ASSIGN_OR_RETURN(const bool more, NextEvent(&event));
    if (!more) return sorter_->Finish();
    IOREEL_RETURN_IF_ERROR(sorter_->Add(event));
  }
}

absl::Status KernelTextReader::AddEvents() {
  StageEvent event;
  for (size_t n = 0; n < kEventsAtOnce && !at_end_; ++n) {
    IOREEL_ASSIGN_OR_RETURN(const bool more, NextEvent(&event));
    at_end_ = !more;
    if (more) Add(event);
  }
  return absl::OkStatus();
}

absl::Status KernelTextReader::AddSorted() {
  std::vector<StageEvent> events;
  IOREEL_ASSIGN_OR_RETURN(const bool more, sorter_->Take(kEventsAtOnce, &events));
  at_end_ = !more;
  for (const StageEvent& event : events) Add(event);
  return absl::OkStatus();
}

absl::StatusOr<bool> KernelTextReader::NextEvent(StageEvent* event) {
  KernelLine line;
  for (;;) {
    IOREEL_ASSIGN_OR_RETURN(const bool more, stream_.Next(&line));
    if (!more) return false;
    if (line.raw.event.stage == Stage::kLost) break;
    // The pairer needs neither plugs nor splits, whose length the text does not tell.
    if (line.has_device && line.raw.event.stage != Stage::kSplit) break;
  }
  *event = line.raw.event;
  if (event->stage == Stage::kLost) return true;
  IOREEL_ASSIGN_OR_RETURN(event->device, devices_.Find(line.raw.major, line.raw.minor));
  if (survey_.completions_only() && event->stage == Stage::kCompleted) {
    event->stage = Stage::kQueued;
    event->flags |= kInventedTime;
    return true;  // whose thread it was is not told: it was interrupted
  }
  if (event->stage == Stage::kQueued || event->stage == Stage::kIssued)
    event->task = names_.Task(-1, line.raw.tid, line.comm);
  return true;
}

void KernelTextReader::Add(const StageEvent& original) {
  StageEvent event = original;
  event.time_ns = latest_ns_ = std::max(latest_ns_, event.time_ns);
  losses_.See(event);
  pairer_.Add(event);
}

void KernelTextReader::Finish() {
  if (std::exchange(finished_, true)) return;
  info_.stage_events = StagesByName(
      [this](Stage stage) { return stage == Stage::kLost ? 0 : survey_.count(stage); });
  RequestPairer::Counts counts = pairer_.counts();
  if (survey_.completions_only()) counts.unfinished = 0;  // has been told
  ReportPairing(counts, log_, &info_);
}

}  // namespace ioreel
