#include "formats/level_rows.h"

#include "absl/strings/str_format.h"
#include "base/status_macros.h"

namespace ioreel {

absl::Status LevelRows::Take(const TraceChunk& chunk, std::vector<Io>* ios) {
  ios->clear();
  if (level_ == Level::kIssue) {
    IOREEL_RETURN_IF_ERROR(order_.Add(chunk));
    *ios = order_.Take();
    return absl::OkStatus();
  }
  for (size_t i = 0; i < chunk.queued.size(); ++i) {
    IOREEL_ASSIGN_OR_RETURN(const Io io, FromQueued(chunk.queued[i], chunk.first_queued + i));
    ios->push_back(io);
  }
  return absl::OkStatus();
}

void LevelRows::TakeRest(std::vector<Io>* ios) {
  ios->clear();
  if (level_ == Level::kQueue) return;
  order_.Finish();
  *ios = order_.Take();
}

absl::StatusOr<Io> LevelRows::FromQueued(const QueuedIo& queued, uint64_t ordinal) {
  Io io = QueueLevelIo(queued, ordinal);
  if (io.start_ns == kNoTime) {
    ++untimed_;
    io.start_ns = io.think_ns = last_ns_ == kNoTime ? 0 : last_ns_;
    io.flags |= kInventedTime;
  }
  if (io.start_ns < last_ns_)
    return absl::DataLossError(
        absl::StrFormat("queued I/O %d, of %d ns, stands behind one of %d ns: the trace is out of "
                        "order",
                        ordinal, io.start_ns, last_ns_));
  last_ns_ = io.start_ns;
  return io;
}

}  // namespace ioreel
