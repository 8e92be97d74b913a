#include "replay/plan/plan_text.h"

#include <algorithm>
#include <bit>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "base/units.h"
#include "replay/safety/taint.h"

namespace ioreel {
namespace {

std::string OpCounts(const TraceScan& scan) {
  std::vector<std::string> counts;
  for (int i = 0; i < kOpCount; ++i) {
    const Op op = static_cast<Op>(i);
    const TraceScan::PerOp& sums = scan.of(op);
    if (sums.count == 0) continue;
    counts.push_back(
        absl::StrCat(FormatCount(sums.count), " ", OpName(op),
                     sums.bytes > 0 ? absl::StrCat(" (", FormatSize(sums.bytes), ")") : ""));
  }
  return absl::StrJoin(counts, ", ");
}

/// "/tmp/f (file on ext4), 2 GiB, direct I/O in 512-byte blocks"
std::string TargetText(const TargetFacts& target) {
  return absl::StrCat(
      target.spec, " (", target.kind,
      target.filesystem.empty() ? "" : absl::StrCat(" on ", target.filesystem),
      target.model.empty() || target.kind == "file" ? "" : absl::StrCat(" ", target.model), "), ",
      FormatSize(target.size_bytes), ", ",
      target.direct ? absl::StrCat("direct I/O in ", target.logical_block_bytes, "-byte blocks")
                    : "through the page cache");
}

/// Times read in the wrong unit show in this.
std::string RateText(const TraceScan& scan) {
  const int64_t span_ns = scan.last_ns - scan.first_ns;
  if (span_ns <= 0) return "";
  const double rate = static_cast<double>(scan.ios) * 1e9 / static_cast<double>(span_ns);
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

/// What --idle-cap takes off it: between I/Os, before the first and after the last.
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

int64_t ExpectedSpanNs(const SessionOptions& options, const TraceSurvey& survey) {
  const Window window = ReplayedWindow(options, survey);
  const int64_t once_ns = window.end_ns - window.begin_ns - IdleCutNs(options, survey);
  const double recorded = static_cast<double>(once_ns) * options.loops;
  const auto span = static_cast<int64_t>(recorded / options.speed);
  return options.duration_ns == kNoTime ? span : std::min(span, options.duration_ns);
}

std::vector<std::string> DescribePlan(const SessionOptions& options, const TraceSurvey& survey,
                                      const Preflight& preflight, const TargetFacts& target) {
  const TraceScan& scan = survey.scan;
  std::vector<std::string> lines;
  lines.push_back(absl::StrCat("trace        ", FormatCount(scan.ios, "I/O"), " at ",
                               survey.level == Level::kIssue ? "issue" : "queue", " level",
                               RateText(scan), ": ", OpCounts(scan)));
  for (const auto& [reason, ios] : scan.left_out) {
    lines.push_back(absl::StrCat("left out     ", FormatCount(ios, "I/O"), ": ", reason));
  }
  lines.push_back(absl::StrCat("target       ", TargetText(target), "; the trace needs ",
                               FormatSize(Remap::EndBytes(preflight.rules))));
  const TraceScan::PerAlignment widened =
      scan.Unaligned(std::bit_floor(preflight.rules.align_bytes));
  if (widened.count > 0) {
    lines.push_back(absl::StrCat("changed      ", FormatCount(widened.count, "I/O"),
                                 " widened to multiples of ",
                                 FormatSize(preflight.rules.align_bytes)));
  }
  for (const auto& [op, pretence] : preflight.pretences) {
    lines.push_back(absl::StrCat("substituted  ", FormatCount(scan.of(op).count), " ", OpName(op),
                                 ": ", pretence.why));
  }
  for (int i = 0; i < kOpCount; ++i) {
    const Op op = static_cast<Op>(i), becomes = preflight.rules.ops[static_cast<size_t>(i)];
    if (scan.of(op).count == 0 || becomes == op) continue;
    lines.push_back(absl::StrCat("substituted  ", FormatCount(scan.of(op).count), " ", OpName(op),
                                 ": done as ", OpName(becomes)));
  }
  if (const std::string taint = TaintText(survey); !taint.empty()) {
    lines.push_back(
        absl::StrCat("tainted      ", taint, ": I/Os are missing, and no score is given"));
  }
  const bool closed = IsClosedLoop(options.mode);
  if (closed && scan.without_completion == scan.ios) {
    lines.push_back(
        "unknown      the trace has no completion times, so that no I/O is known to have "
        "waited for another: all keep their recorded times");
  }
  lines.push_back(
      absl::StrCat("replay       ", ReplayModeName(options.mode), ", ", SpanText(options, survey)));
  return lines;
}

}  // namespace ioreel
