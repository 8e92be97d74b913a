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
constexpr size_t kItemsAtOnce = 32;
constexpr int64_t kBeforeAll = std::numeric_limits<int64_t>::min();

}  // namespace

absl::StatusOr<std::unique_ptr<BlktraceCursor>> BlktraceCursor::Open(const Input& input,
                                                                     const BlktraceSurvey& survey,
                                                                     const ReadOptions& options,
                                                                     NoteSink notes,
                                                                     ImportLog* log) {
  IOREEL_ASSIGN_OR_RETURN(BlktraceInputStream stream,
                          BlktraceInputStream::Open(input, options, log));
  const bool clamps = options.time_order == TimeOrder::kClamp;
  return std::unique_ptr<BlktraceCursor>(new BlktraceCursor(
      std::move(stream), BlktraceFileCpu(input.name()) >= 0, clamps ? 0 : survey.lateness_ns,
      std::move(notes), clamps ? nullptr : log));
}

BlktraceCursor::BlktraceCursor(BlktraceInputStream stream, bool one_cpu, int64_t lateness_ns,
                               NoteSink notes, ImportLog* late_log)
    : stream_(std::move(stream)),
      one_cpu_(one_cpu),
      lateness_ns_(lateness_ns),
      notes_(std::move(notes)),
      late_log_(late_log),
      latest_ns_(kBeforeAll),
      last_ns_(kBeforeAll),
      run_(kItemsAtOnce) {}

bool BlktraceCursor::Advance() {
  if (lateness_ns_ == 0) {
    current_ = ReadEvent();
    if (current_ == nullptr) return false;
  } else {
    FillBuffer();
    if (buffer_.empty()) return false;
    earliest_ = buffer_.top().raw;
    current_ = &earliest_;
    buffer_.pop();
  }
  KeepOrder();
  return true;
}

/// Decodes a run at a time: a copy of an event that has just been decoded would have to wait for
/// its fields to be stored.
BlktraceItem* BlktraceCursor::NextItem() {
  if (++run_at_ < run_items_) return &run_[run_at_];
  run_at_ = run_items_ = 0;
  while (run_items_ < run_.size() && stream_.Next(&run_[run_items_])) ++run_items_;
  return run_items_ > 0 ? &run_[0] : nullptr;
}

/// nullptr at the end.
RawEvent* BlktraceCursor::ReadEvent() {
  while (BlktraceItem* const item = NextItem()) {
    if (item->is_note) {
      notes_(item->note);
      continue;
    }
    StageEvent& event = item->raw.event;
    if (event.stage != Stage::kLost) {
      last_cpu_ = event.cpu;
    } else if (event.cpu == kNoCpu && one_cpu_) {
      event.cpu = last_cpu_;
    }
    return &item->raw;
  }
  return nullptr;
}

/// Reads until nothing that comes later can be earlier than the top.
void BlktraceCursor::FillBuffer() {
  while (buffer_.size() < kMostWaiting &&
         (buffer_.empty() || buffer_.top().raw.event.time_ns > latest_ns_ - lateness_ns_)) {
    const RawEvent* const raw = ReadEvent();
    if (raw == nullptr) return;
    latest_ns_ = std::max(latest_ns_, raw->event.time_ns);
    buffer_.push({*raw, arrivals_++});
  }
}

void BlktraceCursor::KeepOrder() {
  int64_t& time_ns = current_->event.time_ns;
  if (time_ns < last_ns_) {
    if (late_log_ != nullptr)
      late_log_->Add("late_event", ImportLog::Severity::kDataLoss,
                     absl::StrCat("at ", time_ns, " ns, after ", last_ns_, " ns"),
                     "events too far out of order of time; moved to the time of the one before");
    time_ns = last_ns_;
  }
  last_ns_ = time_ns;
}

}  // namespace ioreel
