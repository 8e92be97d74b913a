#include "capture/event_pipeline.h"

#include "base/status_macros.h"
#include "formats/pairing/pairing_report.h"

namespace ioreel {
namespace {

constexpr size_t kChunkRows = 4096;

uint64_t NumberKey(uint32_t major, uint32_t minor) { return uint64_t{major} << 32 | minor; }

/// Completions come from whoever the interrupt hit; plugs name no I/O.
bool NamesItsTask(Stage stage) {
  switch (stage) {
    case Stage::kQueued:
    case Stage::kBackMerged:
    case Stage::kFrontMerged:
    case Stage::kIssued:
    case Stage::kInserted:
    case Stage::kRequeued:
    case Stage::kSplit:
    case Stage::kRemapped:
      return true;
    default:
      return false;
  }
}

}  // namespace

EventPipeline::EventPipeline(TraceInfo* info, TaskTable* tasks, TraceWriter* writer,
                             int64_t origin_ns)
    : info_(info),
      writer_(writer),
      tasks_(tasks),
      losses_(&info->losses, origin_ns),
      pairer_({.origin_ns = origin_ns}) {
  for (size_t i = 0; i < info->devices.size(); ++i) {
    const DeviceInfo& device = info->devices[i];
    device_by_number_[NumberKey(device.major, device.minor)] = static_cast<int>(i);
  }
}

void EventPipeline::AddAlias(uint32_t major, uint32_t minor, uint16_t device) {
  device_by_number_.try_emplace(NumberKey(major, minor), device);
}

void EventPipeline::AddSide(const SideEvent& side) {
  if (side.kind != SideEvent::Kind::kSpecialBio) {
    side_.push_back(side);
  } else if (const int device = DeviceOf(side.major, side.minor); device >= 0) {
    marker_.AddSpecial(
        {side.time_ns, side.offset, side.length, side.tid, static_cast<uint16_t>(device), side.op});
  }
}

void EventPipeline::Advance(int64_t until_ns) {
  for (; !raw_.empty() && raw_.front().event.time_ns < until_ns; raw_.pop_front()) {
    for (; !side_.empty() && side_.front().time_ns <= raw_.front().event.time_ns;
         side_.pop_front()) {
      tasks_->Apply(side_.front());
    }
    Take(&raw_.front());
  }
  for (; !side_.empty() && side_.front().time_ns < until_ns; side_.pop_front()) {
    tasks_->Apply(side_.front());
  }
}

void EventPipeline::Take(RawEvent* raw) {
  StageEvent& event = raw->event;
  if (event.stage != Stage::kLost) {
    const int device = DeviceOf(raw->major, raw->minor);
    ++counts_.events;
    if (device < 0) {
      ++counts_.foreign;
      return;
    }
    event.device = static_cast<uint16_t>(device);
    if (NamesItsTask(event.stage)) event.task = tasks_->RowOf(raw->tid);
    marker_.Mark(raw->tid, &event);
  }
  losses_.See(event);
  pairer_.Add(event);
}

int EventPipeline::DeviceOf(uint32_t major, uint32_t minor) {
  const auto found = device_by_number_.find(NumberKey(major, minor));
  return found == device_by_number_.end() ? -1 : found->second;
}

absl::Status EventPipeline::Write(bool flush) {
  for (chunk_.Clear(); pairer_.Take(kChunkRows, flush, &chunk_); chunk_.Clear()) {
    counts_.queued += chunk_.queued.size();
    counts_.requests += chunk_.requests.size();
    IOREEL_RETURN_IF_ERROR(writer_->Write(*info_, chunk_));
  }
  return absl::OkStatus();
}

void EventPipeline::Finish() {
  info_->stage_events = StagesByName([this](Stage stage) { return pairer_.stage_count(stage); });
  info_->tainted |= !info_->losses.empty();
}

}  // namespace ioreel
