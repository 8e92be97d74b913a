#include "formats/etl/pairer.h"

#include <utility>

#include "formats/etl/disk_io.h"

namespace ioreel {

absl::Status EtlPairer::Add(const EtlEvent& event) {
  if (event.kind == EtlEvent::Kind::kInitiated) {
    Begin(event);
    return absl::OkStatus();
  }
  const std::optional<Begun> begun = TakeBegun(event);
  QueuedIo io;
  SetTimes(event, begun, &io);
  io.offset = event.offset;
  io.length = event.length;
  io.device = static_cast<uint16_t>(event.device);
  io.op = event.op;
  io.flags |= IoFlagsFromIrp(event.irp_flags);
  io.priority = PriorityFromIrp(event.irp_flags);
  if (begun) io.cpu = begun->cpu;
  const uint32_t tid = event.tid == kNoEtlThread && begun ? begun->tid : event.tid;
  if (tid == kNoEtlThread) {
    ++counts_.no_thread;
  } else {
    io.task = tasks_->Find(tid, io.queue_ns);
  }
  if (io.length == 0 && HasPayload(io.op)) ++counts_.zero_length;
  return ios_->Add(io);
}

EtlPairer::Counts EtlPairer::counts() const {
  Counts counts = counts_;
  counts.unfinished += begun_.size() + long_begun_.size();
  return counts;
}

void EtlPairer::Begin(const EtlEvent& event) {
  if (begun_.size() >= kMostBegun) {
    counts_.unfinished += long_begun_.size();
    long_begun_ = std::exchange(begun_, {});
  }
  if (TakeBegun(event)) ++counts_.unfinished;  // used again, so its completion is missing
  begun_[event.irp] = {event.time_ns, event.tid, event.cpu, event.op};
}

/// What began under the event's request, if it is of the same op; else it is given up.
std::optional<EtlPairer::Begun> EtlPairer::TakeBegun(const EtlEvent& event) {
  for (ByIrp* table : {&begun_, &long_begun_}) {
    const auto found = table->find(event.irp);
    if (found == table->end()) continue;
    const Begun begun = found->second;
    table->erase(found);
    if (begun.op == event.op) return begun;
    ++counts_.unfinished;
    return std::nullopt;
  }
  return std::nullopt;
}

void EtlPairer::SetTimes(const EtlEvent& event, const std::optional<Begun>& begun, QueuedIo* io) {
  io->queue_ns = event.start_ns;
  io->complete_ns = event.time_ns;
  if (io->queue_ns == kNoTime && begun) io->queue_ns = begun->time_ns;
  if (io->queue_ns != kNoTime) return;
  ++counts_.no_start;
  io->queue_ns = event.time_ns;
  io->complete_ns = kNoTime;
  io->flags = kInventedTime;
}

}  // namespace ioreel
