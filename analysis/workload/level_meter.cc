#include "analysis/level_meter.h"

#include <algorithm>
#include <bit>

#include "base/checked_math.h"
#include "formats/model/io_flags.h"
#include "formats/result/summarize.h"

namespace ioreel {
namespace {

constexpr uint64_t kNoOffset = UINT64_MAX;

template <typename T>
T& At(std::vector<T>& values, size_t index) {
  if (index >= values.size()) values.resize(index + 1);
  return values[index];
}

void AddActivity(const Io& io, Activity* activity) {
  if (io.op == Op::kRead) {
    ++activity->reads;
    activity->read_bytes += io.length;
  } else if (HasPayload(io.op)) {
    ++activity->writes;
    activity->written_bytes += io.length;
  } else {
    ++activity->others;
  }
}

/// Exponent of the smallest power of two that is no less than `length`.
int SizeClass(uint64_t length) { return length <= 1 ? 0 : std::bit_width(length - 1); }

bool CompletionKnown(const Io& io) {
  return io.complete_ns != kNoTime && io.complete_ns >= io.start_ns;
}

}  // namespace

Activity& Activity::operator+=(const Activity& more) {
  reads += more.reads;
  writes += more.writes;
  others += more.others;
  read_bytes += more.read_bytes;
  written_bytes += more.written_bytes;
  return *this;
}

void SequentialMeter::Add(uint64_t stream, const Io& io) {
  uint64_t& next =
      next_offset_.try_emplace(stream << 1 | (io.op == Op::kRead ? 0 : 1), kNoOffset).first->second;
  if (next == io.offset) ++sequential_;
  ++total_;
  next = io.offset + io.length;
}

std::optional<double> SequentialMeter::share() const {
  if (total_ == 0) return std::nullopt;
  return static_cast<double>(sequential_) / static_cast<double>(total_);
}

void LevelMeter::Add(const Io& io) {
  OpStats& op = ops_[static_cast<size_t>(io.op)];
  ++op.count;
  op.bytes += io.length;
  if (io.error != 0) ++op.errors;
  if (!CompletionKnown(io)) ++op.no_completion;
  for (IoFlags flags = io.flags; flags != 0; flags &= static_cast<IoFlags>(flags - 1)) {
    ++flags_[static_cast<size_t>(std::countr_zero(flags))];
  }
  AddActivity(io, &At(stats_.devices, io.device).activity);
  AddActivity(io, io.task == kNoTask ? &stats_.unknown_task : &At(stats_.tasks, io.task));
  AddPlace(io);
  AddTimes(io);
}

void LevelMeter::AddPlace(const Io& io) {
  if (!HasRange(io.op)) return;
  DeviceStats& device = stats_.devices[io.device];
  const uint64_t end = CheckedAdd(io.offset, io.length).value_or(UINT64_MAX);
  device.end_bytes = std::max(device.end_bytes, end);
  if (!HasPayload(io.op)) return;
  SizeStats& size = sizes_[static_cast<size_t>(SizeClass(io.length))];
  ++(io.op == Op::kRead ? size.reads : size.writes);
  At(footprints_, io.device).Add(io.offset, io.length);
  by_device_.Add(io.device, io);
  by_task_.Add(uint64_t{io.task} << 16 | io.device, io);
}

void LevelMeter::AddTimes(const Io& io) {
  for (const int64_t time_ns : {io.start_ns, io.complete_ns}) {
    if (time_ns == kNoTime) continue;
    stats_.first_ns = stats_.first_ns == kNoTime ? time_ns : std::min(stats_.first_ns, time_ns);
    stats_.last_ns = std::max(stats_.last_ns, time_ns);
  }
  if (io.start_ns == kNoTime) ++stats_.untimed;
  if (io.start_ns == kNoTime || !CompletionKnown(io)) return;
  ++completions_;
  latency_[static_cast<size_t>(io.op)].Add(NsBetween(io.start_ns, io.complete_ns));
  in_flight_.Add(io.start_ns, io.complete_ns);
  if (HasPayload(io.op)) busy_.Add(io.start_ns, io.complete_ns);
}

LevelStats LevelMeter::Finish() const {
  LevelStats stats = stats_;
  for (size_t i = 0; i < ops_.size(); ++i) {
    if (ops_[i].count == 0) continue;
    const Op op = static_cast<Op>(i);
    OpStats& out = stats.ops[op] = ops_[i];
    out.latency = Summarize(latency_[i]);
    stats.count += out.count;
    if (HasPayload(op)) stats.bytes += out.bytes;
  }
  for (size_t bit = 0; bit < flags_.size(); ++bit) {
    if (flags_[bit] > 0) stats.flags[IoFlagsText(static_cast<IoFlags>(1u << bit))] = flags_[bit];
  }
  for (size_t i = 0; i < sizes_.size(); ++i) {
    const uint64_t up_to = i < 64 ? uint64_t{1} << i : UINT64_MAX;
    if (sizes_[i].reads + sizes_[i].writes > 0) stats.size_mix[up_to] = sizes_[i];
  }
  for (size_t i = 0; i < footprints_.size(); ++i) {
    stats.devices[i].footprint_bytes = footprints_[i].bytes();
    stats.devices[i].footprint_exact = footprints_[i].exact();
  }
  stats.sequential_by_device = by_device_.share();
  stats.sequential_by_task = by_task_.share();
  stats.busy_ns = busy_.busy_ns();
  stats.in_flight_ns = in_flight_.busy_ns();
  stats.mean_depth = in_flight_.mean_depth();
  stats.max_depth = in_flight_.max_depth();
  if (completions_ > 0 && stats.span_ns() > 0) {
    stats.idle_share =
        1 - static_cast<double>(stats.in_flight_ns) / static_cast<double>(stats.span_ns());
  }
  return stats;
}

}  // namespace ioreel
