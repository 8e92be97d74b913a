#pragma once

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "analysis/workload/distribution.h"
#include "analysis/workload/level_stats.h"

/// Pieces of JSON that several outputs have in common; templates, because the JSON library stays
/// out of headers.

namespace ioreel {

template <typename Json, typename T>
Json OrNull(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

/// {"count": …, "min_ns": …, "mean_ns": …, "p50_ns": …, …} for unit "_ns"; null when it is empty.
template <typename Json>
Json DistributionJson(const Distribution& values, absl::string_view unit) {
  if (values.count == 0) return {};
  const auto key = [unit](absl::string_view name) { return std::string(name) + std::string(unit); };
  return {{"count", values.count},  {key("min"), values.min},   {key("mean"), values.mean},
          {key("p50"), values.p50}, {key("p90"), values.p90},   {key("p95"), values.p95},
          {key("p99"), values.p99}, {key("p999"), values.p999}, {key("max"), values.max}};
}

template <typename Json>
void AddActivity(const Activity& activity, Json* object) {
  object->update({{"reads", activity.reads},
                  {"writes", activity.writes},
                  {"others", activity.others},
                  {"read_bytes", activity.read_bytes},
                  {"written_bytes", activity.written_bytes}});
}

/// Tasks with I/O.
template <typename Json>
Json TasksJson(const TraceInfo& info, const LevelStats& level) {
  const auto number = [](int32_t id) { return id == -1 ? Json() : Json(id); };
  const auto name = [](const std::string& text) { return text.empty() ? Json() : Json(text); };
  Json tasks = Json::array();
  for (size_t i = 0; i < level.tasks.size(); ++i) {
    if (level.tasks[i].count() == 0) continue;
    const TaskInfo& task = info.tasks[i];
    Json json = {
        {"pid", number(task.pid)},       {"tid", number(task.tid)},
        {"parent", number(task.parent)}, {"name", name(task.name)},
        {"process", name(task.process)}, {"class", std::string(TaskClassName(task.task_class))}};
    AddActivity(level.tasks[i], &json);
    tasks.push_back(std::move(json));
  }
  return tasks;
}

template <typename Json>
Json ClassesJson(const TraceInfo& info, const LevelStats& level) {
  Json classes = Json::object();
  const auto add = [&classes](absl::string_view name, const Activity& activity) {
    AddActivity(activity, &(classes[std::string(name)] = Json::object()));
  };
  const auto by_class = level.ByClass(info);
  for (size_t i = 0; i < by_class.size(); ++i)
    add(TaskClassName(static_cast<TaskClass>(i)), by_class[i]);
  add("unknown", level.unknown_task);
  return classes;
}

}  // namespace ioreel
