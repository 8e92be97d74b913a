#include "formats/blktrace/cursor.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "formats/blktrace/files.h"

namespace ioreel {
namespace {

constexpr size_t kMostWaiting = 1 << 20;
constexpr int64_t kBeforeAll = std::numeric_limits<int64_t>::min();

}  // namespace

absl::StatusOr<std::unique_ptr<BlktraceCursor>> BlktraceCursor::Open(const Input& input,
                                                                     const BlktraceSurvey& survey,
                                                                     const ReadOptions& options,
                                                                     NoteSink notes,
                                                                     ImportLog* log) {
  IOREEL_ASSIGN_OR_RETURN(BlktraceInputStream stream,
                          BlktraceInputStream::Open(input, options, log));
  const int64_t lateness_ns = options.time_order == TimeOrder::kClamp ? 0 : survey.lateness_ns;
  return std::unique_ptr<BlktraceCursor>(new BlktraceCursor(
      std::move(stream), BlktraceFileCpu(input.name()) >= 0, lateness_ns, std::move(notes), log));
}

BlktraceCursor::BlktraceCursor(BlktraceInputStream stream, bool one_cpu, int64_t lateness_ns,
                               NoteSink notes, ImportLog* log)
    : stream_(std::move(stream)),
      one_cpu_(one_cpu),
      lateness_ns_(lateness_ns),
      notes_(std::move(notes)),
      log_(log),
      latest_ns_(kBeforeAll),
      last_ns_(kBeforeAll) {}

bool BlktraceCursor::Advance() {
  if (lateness_ns_ == 0) {
    if (!ReadEvent(&current_)) return false;
  } else {
    FillBuffer();
    if (buffer_.empty()) return false;
    current_ = buffer_.top().raw;
    buffer_.pop();
  }
  KeepOrder();
  return true;
}

bool BlktraceCursor::ReadEvent(RawEvent* raw) {
  while (stream_.Next(&item_)) {
    if (item_.is_note) {
      notes_(item_.note);
      continue;
    }
    *raw = item_.raw;
    uint16_t& cpu = raw->event.cpu;
    if (raw->event.stage != Stage::kLost) {
      last_cpu_ = cpu;
    } else if (cpu == kNoCpu && one_cpu_) {
      cpu = last_cpu_;
    }
    return true;
  }
  return false;
}

/// Reads until nothing that comes later can be earlier than the top.
void BlktraceCursor::FillBuffer() {
  while (buffer_.size() < kMostWaiting &&
         (buffer_.empty() || buffer_.top().raw.event.time_ns > latest_ns_ - lateness_ns_)) {
    Waiting next{{}, arrivals_++};
    if (!ReadEvent(&next.raw)) return;
    latest_ns_ = std::max(latest_ns_, next.raw.event.time_ns);
    buffer_.push(next);
  }
}

void BlktraceCursor::KeepOrder() {
  int64_t& time_ns = current_.event.time_ns;
  if (time_ns < last_ns_) {
    log_->Add("late_event", ImportLog::Severity::kDataLoss,
              absl::StrCat("at ", time_ns, " ns, after ", last_ns_, " ns"),
              "events too far out of order of time; moved to the time of the one before");
    time_ns = last_ns_;
  }
  last_ns_ = time_ns;
}

}  // namespace ioreel
