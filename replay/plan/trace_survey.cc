#include "replay/plan/trace_survey.h"

#include <algorithm>
#include <deque>
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

class Surveyor {
 public:
  Surveyor(const ReplayTrace& trace, const SessionOptions& options, const std::atomic<bool>* stop)
      : trace_(trace), options_(options), stop_(stop) {}

  absl::StatusOr<TraceSurvey> Survey() {
    IOREEL_ASSIGN_OR_RETURN(ReplayTrace::FirstLook look, trace_.Look(options_.level));
    survey_.level = look.level;
    survey_.selection.from_ns = options_.from_ns;
    survey_.selection.to_ns = options_.to_ns;
    if (!options_.devices.empty()) IOREEL_RETURN_IF_ERROR(ChooseDevices());
    if (look.summary && TakesTheUsual()) {
      Believe(look);
    } else {
      IOREEL_RETURN_IF_ERROR(Scan());
    }
    IOREEL_RETURN_IF_ERROR(CheckSomethingIsLeft());
    IOREEL_ASSIGN_OR_RETURN(survey_.layout,
                            LayOutVolumes(options_, survey_.info, survey_.scan, trace_.name()));
    if (options_.fit == Fit::kCompact) IOREEL_RETURN_IF_ERROR(FindTouched());
    return std::move(survey_);
  }

 private:
  absl::Status ChooseDevices() {
    IOREEL_ASSIGN_OR_RETURN(const auto reader, trace_.Open(survey_.level));
    if (SelectDevices(reader->info()).empty()) return absl::OkStatus();
    // What is read on its way may still tell of them.
    IOREEL_ASSIGN_OR_RETURN(const TraceScan all, ScanTrace(reader.get(), {}, {}, stop_));
    const std::string missing = SelectDevices(reader->info());
    if (missing.empty()) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat("--device ", missing,
                                                   ": the trace has no such device; it has ",
                                                   ListDevices(reader->info(), all)));
  }

  /// The first of the chosen devices that `info` does not have; "" when it has them all.
  std::string SelectDevices(const TraceInfo& info) {
    std::vector<bool>& selected = survey_.selection.devices;
    selected.assign(info.devices.size(), false);
    for (const std::string& name : options_.devices) {
      const auto device = FindDevice(info, name);
      if (!device) return name;
      selected[*device] = true;
    }
    return "";
  }

  /// Whether the I/Os of this replay, as they are, are those that a summary tells of.
  bool TakesTheUsual() const {
    return options_.devices.empty() && !options_.task_classes && options_.from_ns == kNoTime &&
           options_.to_ns == kNoTime && options_.idle_cap_ns == kNoTime && options_.lba_scale == 1;
  }

  void Believe(const ReplayTrace::FirstLook& look) {
    const TraceSummary::PerLevel& told = look.summary->at(survey_.level);
    survey_.believed = true;
    survey_.info = look.info;
    survey_.selection.task_classes = DefaultSelection(look.info).task_classes;
    static_cast<LevelSummary&>(survey_.scan) = told.taken;
    CountUntimed(survey_.level, told.untimed, &survey_.scan);
  }

  absl::Status Scan() {
    IOREEL_ASSIGN_OR_RETURN(const auto reader, trace_.Open(survey_.level, &survey_.log));
    survey_.selection.task_classes =
        options_.task_classes.value_or(DefaultSelection(reader->info()).task_classes);
    IOREEL_ASSIGN_OR_RETURN(
        survey_.scan,
        ScanTrace(reader.get(), survey_.selection,
                  {.idle_cap_ns = options_.idle_cap_ns, .lba_scale = options_.lba_scale}, stop_));
    survey_.info = reader->info();
    CountUntimed(survey_.level, reader->untimed(), &survey_.scan);
    return absl::OkStatus();
  }

  absl::Status CheckSomethingIsLeft() const {
    if (survey_.scan.all.ios > 0) return absl::OkStatus();
    std::vector<std::string> reasons;
    for (const auto& [reason, ios] : survey_.scan.left_out) {
      reasons.push_back(absl::StrCat(FormatCount(ios), " left out: ", reason));
    }
    const std::string level = survey_.level == Level::kIssue ? "issue" : "queue";
    return absl::FailedPreconditionError(
        absl::StrCat(trace_.name(), ": nothing to replay at ", level, " level (",
                     reasons.empty() ? "no I/Os" : absl::StrJoin(reasons, ", "), ")"));
  }

  absl::Status FindTouched() {
    std::deque<RangeBatch> touched;  // flushed when this ends
    for (TraceVolume& volume : survey_.layout.volumes) {
      if (volume.demand.end_bytes > kFurthest) {
        return absl::FailedPreconditionError(absl::StrCat(
            trace_.name(), ": I/O ", volume.demand.furthest_ordinal, " reaches beyond 2^63 bytes"));
      }
      volume.touched = RangeSet(std::max(kCompactGranule, options_.align_bytes));
      touched.emplace_back(&volume.touched);
    }
    IOREEL_ASSIGN_OR_RETURN(const auto reader, trace_.Open(survey_.level));
    IoSelector selector(survey_.selection);
    return ForEachSelected(reader.get(), &selector, stop_, [&](const Io& io) {
      const auto place = survey_.layout.placement.Find(io);
      if (place && HasRange(io.op)) touched[place->volume].Add(place->offset, io.length);
    });
  }

  const ReplayTrace& trace_;
  const SessionOptions& options_;
  const std::atomic<bool>* stop_;
  TraceSurvey survey_;
};

}  // namespace

absl::StatusOr<TraceSurvey> SurveyTrace(const ReplayTrace& trace, const SessionOptions& options,
                                        const std::atomic<bool>* stop) {
  return Surveyor(trace, options, stop).Survey();
}

}  // namespace ioreel
