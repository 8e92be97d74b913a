#include "replay/run/run_facts.h"

#include <sys/sysmacros.h>

#include <chrono>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/host_facts.h"
#include "base/shell_text.h"
#include "base/version.h"
#include "replay/safety/taint.h"

namespace ioreel {
namespace {

std::string TaskClassesText(uint32_t classes) {
  std::vector<absl::string_view> names;
  for (int i = 0; i < 5; ++i) {
    if (classes >> i & 1) names.push_back(TaskClassName(static_cast<TaskClass>(i)));
  }
  return names.size() == 5 ? "all" : absl::StrJoin(names, ",");
}

std::vector<DeviceLayout> Layout(const TraceSurvey& survey) {
  std::vector<DeviceLayout> layout;
  for (const TraceVolume& volume : survey.layout.volumes) {
    for (const uint16_t device : volume.devices) {
      layout.push_back({.device = DeviceName(survey.info, device),
                        .target = volume.target,
                        .base_bytes = survey.layout.placement.places()[device].base_bytes});
    }
  }
  return layout;
}

absl::string_view OnUnsupportedName(OnUnsupported policy) {
  constexpr absl::string_view kNames[] = {"skip", "substitute", "fail"};
  return kNames[static_cast<size_t>(policy)];
}

/// "sda+sdb, sdc" where there are several devices: those of one target lie one behind the other.
std::string LayoutText(const TraceSurvey& survey) {
  std::vector<std::string> volumes;
  for (const TraceVolume& volume : survey.layout.volumes) {
    volumes.push_back(absl::StrJoin(volume.devices, "+", [&](std::string* out, uint16_t device) {
      out->append(DeviceName(survey.info, device));
    }));
  }
  const bool one = volumes.size() == 1 && survey.layout.volumes.front().devices.size() == 1;
  return one ? "" : absl::StrJoin(volumes, ", ");
}

/// Every option that changes what is measured; those left at their default of "none" are absent.
std::map<std::string, std::string> OptionTexts(const SessionOptions& options,
                                               const TraceSurvey& survey) {
  std::map<std::string, std::string> texts = {
      {"speed", absl::StrCat(options.speed)},
      {"loops", absl::StrCat(options.loops)},
      {"payload", ToString(options.payload)},
      {"fit", std::string(FitName(options.fit))},
      {"tasks", TaskClassesText(survey.selection.task_classes)},
      {"read_only", options.read_only ? "true" : "false"},
      {"on_unaligned", options.round_unaligned ? "round" : "reject"},
      {"on_unsupported", std::string(OnUnsupportedName(options.on_unsupported))},
  };
  const auto add_ns = [&](const char* name, int64_t ns) {
    if (ns != kNoTime) texts[name] = absl::StrCat(ns);
  };
  add_ns("from_ns", options.from_ns);
  add_ns("to_ns", options.to_ns);
  add_ns("duration_ns", options.duration_ns);
  add_ns("idle_cap_ns", options.idle_cap_ns);
  if (options.idle_ns > 0) add_ns("idle_ns", options.idle_ns);
  if (options.verify.any()) texts["verify"] = ToString(options.verify);
  if (options.depth > 0) texts["depth"] = absl::StrCat(options.depth);
  if (options.threads > 1) texts["threads"] = absl::StrCat(options.threads);
  if (options.align_bytes > 0) texts["align_bytes"] = absl::StrCat(options.align_bytes);
  if (options.split_bytes > 0) texts["split_bytes"] = absl::StrCat(options.split_bytes);
  if (options.offset_bytes > 0) texts["offset_bytes"] = absl::StrCat(options.offset_bytes);
  if (options.lba_scale != 1) texts["lba_scale"] = absl::StrCat(options.lba_scale);
  if (options.tiles > 1) texts["tiles"] = absl::StrCat(options.tiles);
  if (!options.devices.empty()) texts["device"] = absl::StrJoin(options.devices, ",");
  if (const std::string layout = LayoutText(survey); !layout.empty()) texts["layout"] = layout;
  return texts;
}

}  // namespace

RunResult RunFacts(const SessionOptions& options, const TraceSurvey& survey, TargetFacts target,
                   const EngineChoice& engine) {
  RunResult result;
  result.ioreel_version = kVersion;
  result.created_wall_ns = std::chrono::duration_cast<std::chrono::nanoseconds>(
                               std::chrono::system_clock::now().time_since_epoch())
                               .count();
  result.host = ReadHostFacts();
  result.target = std::move(target);
  result.layout = Layout(survey);
  result.mode = std::string(ReplayModeName(options.mode));
  result.level = survey.level == Level::kIssue ? "issue" : "queue";
  result.engine = engine.name;
  result.notes["engine_reason"] = engine.reason;
  result.options = OptionTexts(options, survey);
  if (options.mode == ReplayMode::kDependent && survey.scan.without_thread == survey.scan.all.ios) {
    result.notes["dependencies"] = "global: the trace has no thread ids";
  }

  TraceFacts& trace = result.trace;
  trace.source = survey.info.source;
  if (survey.info.command) trace.command = ShellText(survey.info.command->argv);
  trace.tainted = !TaintText(survey).empty();
  trace.lost_events = survey.info.LostEvents();
  trace.left_out = survey.scan.left_out;
  return result;
}

void AddRecorded(const SessionOptions& options, const TraceSurvey& survey, const PlanReport& plan,
                 TraceFacts* facts) {
  if (survey.scan.last_complete_ns == kNoTime) return;  // the trace tells starts only
  if (plan.end_ns != kNoTime && plan.command_ran()) {
    facts->recorded_completion_ns = options.loops * (plan.end_ns - plan.zero_ns);
  }
  facts->recorded_busy_ns = options.loops * survey.scan.busy_ns;
  facts->recorded_mean_depth = survey.scan.mean_depth;
}

bool IsRecordedDevice(const TraceSurvey& survey, const TraceVolume& volume, const Device& target) {
  if (volume.devices.size() != 1 || volume.devices.front() >= survey.info.devices.size()) {
    return false;
  }
  const DeviceInfo& recorded = survey.info.devices[volume.devices.front()];
  if (!target.is_block() || survey.info.host.hostname.empty()) return false;
  return makedev(recorded.major, recorded.minor) == target.number() &&
         recorded.size_bytes == target.limits().size_bytes &&
         survey.info.host.hostname == ReadHostFacts().hostname;
}

TraceInfo SampleInfo(const RunResult& result) {
  TraceInfo info;
  for (const DeviceLayout& layout : result.layout) {
    const bool same = !info.devices.empty() && info.devices.back().name == layout.target;
    if (!same) info.devices.emplace_back().name = layout.target;
  }
  if (info.devices.size() == 1) {
    DeviceInfo& device = info.devices.front();
    device.size_bytes = result.target.size_bytes;
    device.logical_block_bytes = result.target.logical_block_bytes;
    device.model = result.target.model;
    device.rotational = result.target.rotational;
  }
  info.start_wall_ns = result.created_wall_ns;
  info.clock = "CLOCK_MONOTONIC";
  info.host = result.host;
  info.source = "ioreel-replay";
  info.origin = result.trace.path;
  info.writer = absl::StrCat("ioreel ", kVersion);
  return info;
}

}  // namespace ioreel
