#include "formats/blktrace/event_stream.h"

#include <utility>

#include "base/status_macros.h"
#include "formats/pairing/request_pairer.h"

namespace ioreel {
namespace {

constexpr size_t kEventsAtOnce = 8192;

}  // namespace

absl::StatusOr<std::unique_ptr<BlktraceEventStream>> BlktraceEventStream::Open(
    const std::vector<std::unique_ptr<Input>>& inputs, const std::vector<BlktraceSurvey>& surveys,
    const ReadOptions& options, int64_t origin_ns) {
  std::unique_ptr<BlktraceEventStream> stream(new BlktraceEventStream(origin_ns));
  const auto notes = [filled = &stream->filled_](const BlktraceNote& note) {
    if (note.kind != BlktraceNote::Kind::kMessage) filled->notes.push_back(note);
  };
  std::vector<std::unique_ptr<BlktraceCursor>> cursors;
  for (size_t i = 0; i < inputs.size(); ++i) {
    IOREEL_ASSIGN_OR_RETURN(
        std::unique_ptr<BlktraceCursor> cursor,
        BlktraceCursor::Open(*inputs[i], surveys[i], options, notes, &stream->log_));
    cursors.push_back(std::move(cursor));
  }
  stream->merger_ = std::make_unique<BlktraceMerger>(std::move(cursors));
  stream->thread_ = std::thread([stream = stream.get()] { stream->ReadAhead(); });
  return stream;
}

BlktraceEventStream::~BlktraceEventStream() {
  queue_.Stop();
  if (thread_.joinable()) thread_.join();
}

BlktraceBatch* BlktraceEventStream::Next() {
  if (queue_.Pop(&given_)) return &given_;
  if (thread_.joinable()) thread_.join();
  return nullptr;
}

void BlktraceEventStream::ReadAhead() {
  bool last = false;
  do {
    status_ = Fill();
    last = filled_.last;
  } while (status_.ok() && queue_.Push(&filled_) && !last);
  queue_.End();
}

absl::Status BlktraceEventStream::Fill() {
  filled_.events.clear();
  filled_.notes.clear();
  const size_t known = devices_.size();
  for (size_t n = 0; n < kEventsAtOnce && !filled_.last; ++n) {
    RawEvent* const event = merger_->Next();
    filled_.last = event == nullptr;
    if (event != nullptr) IOREEL_RETURN_IF_ERROR(Add(event));
  }
  filled_.devices.assign(devices_.begin() + static_cast<ptrdiff_t>(known), devices_.end());
  return merger_->status();
}

absl::Status BlktraceEventStream::Add(RawEvent* raw) {
  StageEvent& event = raw->event;
  ++stages_[static_cast<int>(event.stage)];
  loss_log_.See(event);
  if (event.stage != Stage::kLost) {
    IOREEL_ASSIGN_OR_RETURN(event.device, known_devices_.Find(raw->major, raw->minor));
  }
  if (RequestPairer::Uses(event.stage)) filled_.events.push_back(*raw);
  return absl::OkStatus();
}

}  // namespace ioreel
