#include "replay/plan/plan_text.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "base/units.h"
#include "replay/safety/taint.h"

namespace ioreel {
namespace {

std::string OpCounts(const Demand& demand) {
  std::vector<std::string> counts;
  for (int i = 0; i < kOpCount; ++i) {
    const Op op = static_cast<Op>(i);
    const Demand::PerOp& sums = demand.of(op);
    if (sums.count == 0) continue;
    counts.push_back(
        absl::StrCat(FormatCount(sums.count), " ", OpName(op),
                     sums.bytes > 0 ? absl::StrCat(" (", FormatSize(sums.bytes), ")") : ""));
  }
  return absl::StrJoin(counts, ", ");
}

/// Of one drive, or of the members.
bool IsSimulated(const TargetFacts& target) {
  return target.kind == "simulated" ||
         (!target.members.empty() && target.members.front().kind == "simulated");
}

/// How data comes to it.
std::string WayText(const TargetFacts& target) {
  if (IsSimulated(target)) return "in virtual time";
  if (!target.direct) return "through the page cache";
  return absl::StrCat("direct I/O in ", target.logical_block_bytes, "-byte blocks");
}

/// "/tmp/f (file on ext4), 2 GiB, direct I/O in 512-byte blocks"
std::string TargetText(const TargetFacts& target) {
  return absl::StrCat(
      target.spec, " (", target.kind,
      target.filesystem.empty() ? "" : absl::StrCat(" on ", target.filesystem),
      target.model.empty() || target.kind == "file" ? "" : absl::StrCat(" ", target.model), "), ",
      FormatSize(target.size_bytes), ", ", WayText(target));
}

/// Times read in the wrong unit show in this.
std::string RateText(const TraceScan& scan) {
  const int64_t span_ns = scan.last_ns - scan.first_ns;
  if (span_ns <= 0) return "";
  const double rate = static_cast<double>(scan.all.ios) * 1e9 / static_cast<double>(span_ns);
  const std::string text =
      rate < 100 ? absl::StrFormat("%.3g", rate) : FormatCount(static_cast<uint64_t>(rate));
  return absl::StrCat(" in ", FormatDuration(span_ns), " (", text, " a second)");
}

struct Window {
  int64_t begin_ns, end_ns;
};

/// The trace times that are replayed.
Window ReplayedWindow(const SessionOptions& options, const TraceSurvey& survey) {
  const TraceScan& scan = survey.scan;
  Window window = {scan.first_ns, std::max(scan.last_ns, scan.last_complete_ns)};
  if (options.from_ns != kNoTime) window.begin_ns = options.from_ns;
  if (const auto& command = survey.info.command) {
    const bool from_start = options.from_ns == kNoTime && command->start_ns != kNoTime;
    if (from_start) window.begin_ns = command->start_ns;
    if (options.to_ns == kNoTime) window.end_ns = std::max(window.end_ns, command->exit_ns);
  }
  return window;
}

std::string SpanText(const SessionOptions& options, const TraceSurvey& survey) {
  const int64_t span = ExpectedSpanNs(options, survey);
  if (options.mode == ReplayMode::kAfap || span == kNoTime) return "as fast as the target goes";
  std::string text = absl::StrCat("expected to take ", FormatDuration(span));
  if (options.mode != ReplayMode::kTimed) text += " on a target like the recorded one";
  if (const int64_t cut_ns = IdleCutNs(options, survey); cut_ns > 0) {
    absl::StrAppend(&text, ", without ", FormatDuration(cut_ns), " of idle time above --idle-cap");
  }
  if (options.repeats > 1) absl::StrAppend(&text, ", ", options.repeats, " times");
  return text;
}

/// "sda", or "sda at 0, sdb at 10,737,418,240" where several lie one behind the other.
std::string DevicesText(const TraceSurvey& survey, const TraceVolume& volume) {
  return absl::StrJoin(volume.devices, ", ", [&](std::string* out, uint16_t device) {
    absl::StrAppend(out, DeviceName(survey.info, device));
    if (volume.devices.size() == 1) return;
    const DevicePlace& place = survey.layout.placement.places()[device];
    absl::StrAppend(out, " at ", FormatCount(place.base_bytes));
  });
}

void DescribeVolume(const TraceSurvey& survey, const TraceVolume& volume,
                    const PlannedVolume& planned, std::vector<std::string>* lines) {
  const Preflight& preflight = *planned.preflight;
  const bool one = survey.layout.volumes.size() == 1 && volume.devices.size() == 1;
  lines->push_back(absl::StrCat("target       ", one ? "" : DevicesText(survey, volume) + " on ",
                                TargetText(planned.target), "; the trace needs ",
                                FormatSize(Remap::EndBytes(preflight.rules))));
  for (std::string& line : DescribeMembers(planned.target)) lines->push_back(std::move(line));
  if (preflight.tiles > 1) {
    lines->push_back(absl::StrCat("tiles        ", preflight.tiles, " copies at once, one each ",
                                  FormatCount(preflight.tile_stride_bytes), " bytes from byte ",
                                  FormatCount(preflight.rules.begin_bytes), " on"));
  }
}

}  // namespace

std::vector<std::string> DescribeMembers(const TargetFacts& target) {
  std::vector<std::string> lines;
  for (size_t i = 0; i < target.members.size(); ++i) {
    const MemberFacts& member = target.members[i];
    lines.push_back(absl::StrCat("member ", i, "     ", member.path, " (", member.kind,
                                 member.model.empty() ? "" : absl::StrCat(" ", member.model), "), ",
                                 FormatSize(member.size_bytes)));
  }
  return lines;
}

int64_t IdleCutNs(const SessionOptions& options, const TraceSurvey& survey) {
  if (options.idle_cap_ns == kNoTime) return 0;
  const TraceScan& scan = survey.scan;
  const Window window = ReplayedWindow(options, survey);
  const auto above_cap = [&](int64_t idle_ns) {
    return std::max<int64_t>(0, idle_ns - options.idle_cap_ns);
  };
  return scan.idle_cut_ns + above_cap(scan.first_ns - window.begin_ns) +
         above_cap(window.end_ns - std::max(scan.last_ns, scan.last_complete_ns));
}

int64_t ExpectedSpanNs(const SessionOptions& options, const TraceSurvey& survey) {
  const Window window = ReplayedWindow(options, survey);
  const int64_t once_ns = window.end_ns - window.begin_ns - IdleCutNs(options, survey);
  const double recorded = static_cast<double>(once_ns) * options.loops;
  const auto span = static_cast<int64_t>(recorded / options.speed);
  return options.duration_ns == kNoTime ? span : std::min(span, options.duration_ns);
}

std::vector<std::string> DescribePlan(const SessionOptions& options, const TraceSurvey& survey,
                                      const std::vector<PlannedVolume>& volumes,
                                      const std::vector<Substitution>& changes) {
  const TraceScan& scan = survey.scan;
  std::vector<std::string> lines;
  lines.push_back(absl::StrCat("trace        ", FormatCount(scan.all.ios, "I/O"), " at ",
                               survey.level == Level::kIssue ? "issue" : "queue", " level",
                               RateText(scan), ": ", OpCounts(scan.all)));
  for (const auto& [reason, ios] : scan.left_out) {
    lines.push_back(absl::StrCat("left out     ", FormatCount(ios, "I/O"), ": ", reason));
  }
  for (size_t i = 0; i < volumes.size(); ++i) {
    DescribeVolume(survey, survey.layout.volumes[i], volumes[i], &lines);
  }
  for (const std::string& device : survey.layout.unused) {
    lines.push_back(absl::StrCat("unused       the target of ", device,
                                 ", to which no I/O of this replay goes"));
  }
  for (const Substitution& change : changes) {
    lines.push_back(absl::StrCat(
        change.comparable ? "changed      " : "substituted  ", FormatCount(change.count, "I/O"),
        change.bytes > 0 ? ", " + FormatSize(change.bytes) : "", ": ", change.what));
  }
  if (const std::string taint = TaintText(survey); !taint.empty()) {
    lines.push_back(
        absl::StrCat("tainted      ", taint, ": I/Os are missing, and no score is given"));
  }
  const bool closed = IsClosedLoop(options.mode);
  if (closed && scan.without_completion == scan.all.ios) {
    lines.push_back(
        "unknown      the trace has no completion times, so that no I/O is known to have "
        "waited for another: all keep their recorded times");
  }
  lines.push_back(
      absl::StrCat("replay       ", ReplayModeName(options.mode), ", ", SpanText(options, survey)));
  return lines;
}

}  // namespace ioreel
