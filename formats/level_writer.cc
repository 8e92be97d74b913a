#include "formats/level_writer.h"

#include "base/status_macros.h"

namespace ioreel {

absl::Status LevelWriter::Write(const TraceInfo& info, const TraceChunk& chunk) {
  if (issue_level_) {
    IOREEL_RETURN_IF_ERROR(order_.Add(chunk));
    for (const Io& io : order_.Take()) IOREEL_RETURN_IF_ERROR(WriteIo(info, io));
    return absl::OkStatus();
  }
  for (size_t i = 0; i < chunk.queued.size(); ++i) {
    const Io io = QueueLevelIo(chunk.queued[i], chunk.first_queued + i);
    if (io.start_ns == kNoTime)
      Leave("untimed", "left out: an I/O whose queue time is not known");
    else
      IOREEL_RETURN_IF_ERROR(WriteIo(info, io));
  }
  return absl::OkStatus();
}

absl::Status LevelWriter::Finish(const TraceInfo& info) {
  order_.Finish();
  for (const Io& io : order_.Take()) IOREEL_RETURN_IF_ERROR(WriteIo(info, io));
  Leave("untimed", "left out: a request whose issue time is not known", order_.untimed());
  return End(info);
}

void LevelWriter::Leave(absl::string_view name, absl::string_view explanation, uint64_t count) {
  if (count > 0 && log_ != nullptr)
    log_->Add(name, ImportLog::Severity::kNotice, "", explanation, count);
}

}  // namespace ioreel
