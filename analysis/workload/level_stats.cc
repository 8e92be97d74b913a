#include "analysis/workload/level_stats.h"

#include "base/checked_math.h"

namespace ioreel {

void Activity::Add(const Io& io) {
  if (io.op == Op::kRead) {
    ++reads;
    read_bytes = SaturatingAdd(read_bytes, io.length);
  } else if (HasPayload(io.op)) {
    ++writes;
    written_bytes = SaturatingAdd(written_bytes, io.length);
  } else {
    ++others;
  }
}

Activity& Activity::operator+=(const Activity& more) {
  reads += more.reads;
  writes += more.writes;
  others += more.others;
  read_bytes = SaturatingAdd(read_bytes, more.read_bytes);
  written_bytes = SaturatingAdd(written_bytes, more.written_bytes);
  return *this;
}

std::array<Activity, kTaskClassCount> LevelStats::ByClass(const TraceInfo& info) const {
  std::array<Activity, kTaskClassCount> classes;
  for (size_t i = 0; i < tasks.size(); ++i)
    classes[static_cast<size_t>(info.tasks[i].task_class)] += tasks[i];
  return classes;
}

std::map<uint64_t, SizeStats> LevelStats::SizeMix() const {
  std::map<uint64_t, SizeStats> mix;
  for (const auto& [op, stats] : ops) {
    if (!HasPayload(op)) continue;
    for (const auto& [up_to_bytes, of_size] : stats.sizes)
      (op == Op::kRead ? mix[up_to_bytes].reads : mix[up_to_bytes].writes) += of_size.ios;
  }
  return mix;
}

}  // namespace ioreel
