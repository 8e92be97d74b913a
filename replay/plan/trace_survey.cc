#include "replay/plan/trace_survey.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status_macros.h"
#include "base/units.h"

namespace ioreel {
namespace {

/// Packed ranges keep their place inside a page, so that aligned I/Os stay aligned.
constexpr uint64_t kCompactGranule = 4096;

constexpr uint64_t kFurthest = uint64_t{1} << 63;

uint32_t DefaultClasses(const TraceInfo& info) {
  if (!info.command) return ~0u;
  uint32_t classes = 0;
  for (const TaskClass c : {TaskClass::kTree, TaskClass::kWriteback, TaskClass::kKernel}) {
    classes |= 1u << static_cast<unsigned>(c);
  }
  return classes;
}

std::string DeviceName(const TraceInfo& info, uint16_t device) {
  if (device >= info.devices.size()) return absl::StrCat("device ", device);
  const DeviceInfo& found = info.devices[device];
  return found.name.empty() ? absl::StrCat(found.major, ":", found.minor) : found.name;
}

std::string ListDevices(const TraceInfo& info, const TraceScan& scan) {
  std::vector<std::string> lines;
  for (const auto& [device, ios] : scan.devices) {
    lines.push_back(absl::StrCat(DeviceName(info, device), " (", FormatCount(ios, "I/O"), ")"));
  }
  return absl::StrJoin(lines, ", ");
}

std::optional<uint16_t> FindDevice(const TraceInfo& info, const std::string& name) {
  for (size_t i = 0; i < info.devices.size(); ++i) {
    const auto index = static_cast<uint16_t>(i);
    if (info.devices[i].name == name || DeviceName(info, index) == name) return index;
  }
  return std::nullopt;
}

class Surveyor {
 public:
  Surveyor(const ReplayTrace& trace, const SessionOptions& options, const std::atomic<bool>* stop)
      : trace_(trace), options_(options), stop_(stop) {}

  absl::StatusOr<TraceSurvey> Survey() {
    survey_.level = Level::kQueue;
    if (options_.level) {
      survey_.level = *options_.level;
    } else {
      IOREEL_ASSIGN_OR_RETURN(survey_.level, trace_.BestLevel());
    }
    survey_.selection.from_ns = options_.from_ns;
    survey_.selection.to_ns = options_.to_ns;
    if (!options_.device.empty()) IOREEL_RETURN_IF_ERROR(ChooseDevice());
    IOREEL_RETURN_IF_ERROR(Scan());
    IOREEL_RETURN_IF_ERROR(CheckSomethingIsLeft());
    IOREEL_RETURN_IF_ERROR(CheckOneDevice());
    if (options_.fit == Fit::kCompact) IOREEL_RETURN_IF_ERROR(FindTouched());
    return std::move(survey_);
  }

 private:
  absl::Status ChooseDevice() {
    IOREEL_ASSIGN_OR_RETURN(const auto reader, trace_.Open(survey_.level));
    survey_.selection.device = FindDevice(reader->info(), options_.device);
    if (survey_.selection.device) return absl::OkStatus();
    IOREEL_ASSIGN_OR_RETURN(const TraceScan all, ScanTrace(reader.get(), {}, kNoTime, stop_));
    survey_.selection.device = FindDevice(reader->info(), options_.device);
    if (survey_.selection.device) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat("--device ", options_.device,
                                                   ": the trace has no such device; it has ",
                                                   ListDevices(reader->info(), all)));
  }

  absl::Status Scan() {
    IOREEL_ASSIGN_OR_RETURN(const auto reader, trace_.Open(survey_.level, &survey_.log));
    survey_.selection.task_classes = options_.task_classes.value_or(DefaultClasses(reader->info()));
    IOREEL_ASSIGN_OR_RETURN(
        survey_.scan, ScanTrace(reader.get(), survey_.selection, options_.idle_cap_ns, stop_));
    survey_.info = reader->info();
    const uint64_t untimed = survey_.level == Level::kIssue ? reader->untimed() : 0;
    if (untimed > 0) survey_.scan.left_out["without an issue time"] = untimed;
    return absl::OkStatus();
  }

  absl::Status CheckSomethingIsLeft() const {
    if (survey_.scan.ios > 0) return absl::OkStatus();
    std::vector<std::string> reasons;
    for (const auto& [reason, ios] : survey_.scan.left_out) {
      reasons.push_back(absl::StrCat(FormatCount(ios), " left out: ", reason));
    }
    const std::string level = survey_.level == Level::kIssue ? "issue" : "queue";
    return absl::FailedPreconditionError(
        absl::StrCat(trace_.name(), ": nothing to replay at ", level, " level (",
                     reasons.empty() ? "no I/Os" : absl::StrJoin(reasons, ", "), ")"));
  }

  absl::Status CheckOneDevice() const {
    if (survey_.scan.devices.size() == 1) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat(trace_.name(), " holds I/Os of ", survey_.scan.devices.size(),
                     " devices, and there is one target; choose one with --device: ",
                     ListDevices(survey_.info, survey_.scan)));
  }

  absl::Status FindTouched() {
    if (survey_.scan.end_bytes > kFurthest) {
      return absl::FailedPreconditionError(absl::StrCat(
          trace_.name(), ": I/O ", survey_.scan.furthest_ordinal, " reaches beyond 2^63 bytes"));
    }
    survey_.touched = RangeSet(std::max(kCompactGranule, options_.align_bytes));
    IOREEL_ASSIGN_OR_RETURN(const auto reader, trace_.Open(survey_.level));
    IoSelector selector(survey_.selection);
    RangeBatch touched(&survey_.touched);
    return ForEachSelected(reader.get(), &selector, stop_, [&](const Io& io) {
      if (HasRange(io.op)) touched.Add(io.offset, io.length);
    });
  }

  const ReplayTrace& trace_;
  const SessionOptions& options_;
  const std::atomic<bool>* stop_;
  TraceSurvey survey_;
};

}  // namespace

const DeviceInfo* TraceSurvey::device() const {
  if (scan.devices.empty()) return nullptr;
  const uint16_t index = scan.devices.begin()->first;
  return index < info.devices.size() ? &info.devices[index] : nullptr;
}

absl::StatusOr<TraceSurvey> SurveyTrace(const ReplayTrace& trace, const SessionOptions& options,
                                        const std::atomic<bool>* stop) {
  return Surveyor(trace, options, stop).Survey();
}

absl::StatusOr<TargetRanges> FindTargetRanges(const ReplayTrace& trace, const TraceSurvey& survey,
                                              const RemapRules& rules, uint32_t pretend_ops,
                                              const std::atomic<bool>* stop) {
  IOREEL_ASSIGN_OR_RETURN(const auto reader, trace.Open(survey.level));
  IoSelector selector(survey.selection);
  Remap remap(rules);
  TargetRanges ranges;
  RangeBatch reads(&ranges.reads), writes(&ranges.writes);
  IOREEL_RETURN_IF_ERROR(ForEachSelected(reader.get(), &selector, stop, [&](const Io& io) {
    BlockIo mapped = {.offset = io.offset, .length = io.length, .op = io.op, .flags = io.flags};
    if (pretend_ops >> static_cast<unsigned>(io.op) & 1 || !remap.Apply(&mapped)) return;
    if (!HasPayload(mapped.op)) return;
    (mapped.op == Op::kRead ? reads : writes).Add(mapped.offset, mapped.length);
  }));
  reads.Flush();
  writes.Flush();
  return ranges;
}

}  // namespace ioreel
