#include "formats/summary/level_summary.h"

#include <algorithm>
#include <utility>

namespace ioreel {

uint64_t OffsetInDevice(const Io& io, const TraceInfo& info) {
  if (io.device >= info.devices.size()) return io.offset;
  return io.offset - std::min(io.offset, info.devices[io.device].partition_start_bytes.value_or(0));
}

void LevelSummarizer::Add(const Io& io, uint64_t offset, const TraceInfo& info) {
  sum_.without_thread += io.task >= info.tasks.size() || info.tasks[io.task].tid < 0;
  if (sum_.first_ns == kNoTime) sum_.first_ns = io.start_ns;
  sum_.last_ns = std::max(sum_.last_ns, io.start_ns);
  if (io.complete_ns == kNoTime) {
    ++sum_.without_completion;
  } else {
    sum_.last_complete_ns = std::max(sum_.last_complete_ns, io.complete_ns);
    if (HasPayload(io.op)) busy_.Add(io.start_ns, std::max(io.start_ns, io.complete_ns));
  }
  DemandOf(io.device).Add(io.op, offset, io.length, io.ordinal);
}

LevelSummary LevelSummarizer::Finish() {
  for (const auto& [device, demand] : sum_.devices) sum_.all.Add(demand, 0);
  sum_.busy_ns = busy_.busy_ns();
  sum_.mean_depth = busy_.mean_depth();
  return std::move(sum_);
}

Demand& LevelSummarizer::DemandOf(uint16_t device) {
  if (last_ == nullptr || device != last_device_) {
    last_ = &sum_.devices[device];
    last_device_ = device;
  }
  return *last_;
}

}  // namespace ioreel
