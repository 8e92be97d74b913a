#include "formats/model/trace_info.h"

#include <algorithm>

#include "base/checked_math.h"

namespace ioreel {
namespace {

constexpr absl::string_view kClassNames[] = {"other", "tree", "writeback", "kernel", "recorder"};

}  // namespace

absl::string_view TaskClassName(TaskClass task_class) {
  return kClassNames[static_cast<int>(task_class)];
}

std::optional<TaskClass> FindTaskClass(absl::string_view name) {
  for (size_t i = 0; i < std::size(kClassNames); ++i) {
    if (kClassNames[i] == name) return static_cast<TaskClass>(i);
  }
  return std::nullopt;
}

uint64_t TraceInfo::LostEvents() const {
  uint64_t lost = 0;
  for (const LossWindow& window : losses)
    lost = SaturatingAdd(lost, std::max<uint64_t>(window.events, 1));
  return lost;
}

}  // namespace ioreel
