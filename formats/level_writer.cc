#include "formats/level_writer.h"

#include <utility>

#include "base/status_macros.h"

namespace ioreel {
namespace {

Carries OfLevel(Carries carries, bool issue_level) {
  carries.queued = !issue_level;
  carries.requests = issue_level;
  return carries;
}

}  // namespace

LevelWriter::LevelWriter(std::string format, Carries carries, const WriteOptions& options)
    : issue_level_(options.issue_level),
      completions_(carries.completions),
      log_(options.log),
      not_carried_(std::move(format), OfLevel(carries, options.issue_level), options.log) {}

Carries LevelWriter::StartOnly(IoFlags flags) {
  return {.completions = false,
          .errors = false,
          .tasks = false,
          .cpus = false,
          .priorities = false,
          .request_events = false,
          .facts = false,
          .flags = flags};
}

absl::Status LevelWriter::WriteCounted(const TraceInfo& info, const Io& io) {
  IOREEL_ASSIGN_OR_RETURN(const bool written, WriteIo(info, io));
  if (!written) return absl::OkStatus();
  ++(issue_level_ ? written_.requests : written_.queued);
  written_.times.Cover(io.start_ns);
  if (completions_) written_.times.Cover(io.complete_ns);
  return absl::OkStatus();
}

absl::Status LevelWriter::Write(const TraceInfo& info, const TraceChunk& chunk) {
  not_carried_.Count(chunk);
  if (issue_level_) {
    IOREEL_RETURN_IF_ERROR(order_.Add(chunk));
    for (const Io& io : order_.Take()) IOREEL_RETURN_IF_ERROR(WriteCounted(info, io));
    return absl::OkStatus();
  }
  for (size_t i = 0; i < chunk.queued.size(); ++i) {
    const Io io = QueueLevelIo(chunk.queued[i], chunk.first_queued + i);
    if (io.start_ns == kNoTime)
      Leave("untimed", "left out: an I/O whose queue time is not known");
    else
      IOREEL_RETURN_IF_ERROR(WriteCounted(info, io));
  }
  return absl::OkStatus();
}

absl::Status LevelWriter::Finish(const TraceInfo& info) {
  order_.Finish();
  for (const Io& io : order_.Take()) IOREEL_RETURN_IF_ERROR(WriteCounted(info, io));
  Leave("untimed", "left out: a request whose issue time is not known", order_.untimed());
  not_carried_.Report(info);
  return End(info);
}

void LevelWriter::Leave(absl::string_view name, absl::string_view explanation, uint64_t count) {
  if (count > 0 && log_ != nullptr)
    log_->Add(name, ImportLog::Severity::kNotice, "", explanation, count);
}

}  // namespace ioreel
