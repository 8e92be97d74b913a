#include "analysis/workload/level_meter.h"

#include <algorithm>
#include <bit>

#include "base/checked_math.h"
#include "formats/model/io_flags.h"

namespace ioreel {
namespace {

template <typename T>
T& At(std::vector<T>& values, size_t index) {
  if (index >= values.size()) values.resize(index + 1);
  return values[index];
}

}  // namespace

bool LevelMeter::Add(const Io& io) {
  ops_.Add(io);
  for (IoFlags flags = io.flags; flags != 0; flags &= static_cast<IoFlags>(flags - 1)) {
    ++flags_[static_cast<size_t>(std::countr_zero(flags))];
  }
  At(stats_.devices, io.device).activity.Add(io);
  (io.task == kNoTask ? stats_.unknown_task : At(stats_.tasks, io.task)).Add(io);
  At(priorities_, io.priority).Add(io);
  AddTimes(io);
  return AddPlace(io);
}

bool LevelMeter::AddPlace(const Io& io) {
  if (!HasRange(io.op)) return false;
  DeviceStats& device = stats_.devices[io.device];
  device.end_bytes = std::max(device.end_bytes, SaturatingAdd(io.offset, io.length));
  if (!HasPayload(io.op)) return false;
  At(footprints_, io.device).Add(io.offset, io.length);
  by_task_.Add(uint64_t{io.task} << 16 | io.device, io);
  return by_device_.Add(io.device, io);
}

void LevelMeter::AddTimes(const Io& io) {
  for (const int64_t time_ns : {io.start_ns, io.complete_ns}) {
    if (time_ns == kNoTime) continue;
    stats_.first_ns = stats_.first_ns == kNoTime ? time_ns : std::min(stats_.first_ns, time_ns);
    stats_.last_ns = std::max(stats_.last_ns, time_ns);
  }
  if (io.start_ns == kNoTime) ++stats_.untimed;
  if (io.start_ns == kNoTime || !CompletionKnown(io)) return;
  if (!any_completion_) walk_from_ns_ = io.start_ns;
  any_completion_ = true;
  walk_to_ns_ = std::max(walk_to_ns_, io.complete_ns);
  latency_.Add(io.op, io.start_ns, io.complete_ns);
  walk_.Add(io.start_ns, io.complete_ns, HasPayload(io.op),
            [this](const DepthSegment& segment) { AddDepth(segment); });
}

void LevelMeter::AddDepth(const DepthSegment& segment) {
  depth_.Add(segment);
  idle_.Add(segment);
  if (depth_steps_ != nullptr) depth_steps_->Add(segment);
}

void LevelMeter::AddIdle(int64_t from_ns, int64_t to_ns) {
  if (from_ns < to_ns) AddDepth({.from_ns = from_ns, .to_ns = to_ns});
}

LevelStats LevelMeter::Finish() {
  walk_.Finish([this](const DepthSegment& segment) { AddDepth(segment); });
  if (any_completion_) {  // the span may begin and end with I/Os whose completion is not known
    AddIdle(stats_.first_ns, walk_from_ns_);
    AddIdle(walk_to_ns_, stats_.last_ns);
  }
  LevelStats stats = stats_;
  stats.ops = ops_.result();
  for (const auto& [op, mix] : stats.ops) {
    stats.count += mix.total.ios;
    if (HasPayload(op)) stats.bytes = SaturatingAdd(stats.bytes, mix.total.bytes);
  }
  stats.latency = latency_.result();
  for (size_t bit = 0; bit < flags_.size(); ++bit) {
    if (flags_[bit] > 0) stats.flags[IoFlagsText(static_cast<IoFlags>(1u << bit))] = flags_[bit];
  }
  for (size_t i = 0; i < priorities_.size(); ++i) {
    if (priorities_[i].count() > 0) stats.priorities[static_cast<uint8_t>(i)] = priorities_[i];
  }
  for (size_t i = 0; i < footprints_.size(); ++i) {
    stats.devices[i].footprint_bytes = footprints_[i].bytes();
    stats.devices[i].footprint_exact = footprints_[i].exact();
  }
  stats.by_device = by_device_.result();
  stats.by_task = by_task_.result();
  stats.depth = depth_.result();
  stats.idle_ns = idle_.result();
  if (any_completion_ && stats.span_ns() > 0) {
    stats.idle_share =
        1 - static_cast<double>(stats.depth.in_flight_ns) / static_cast<double>(stats.span_ns());
  }
  return stats;
}

}  // namespace ioreel
