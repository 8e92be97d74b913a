#include "cli/replay_summary.h"

#include <string.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/console.h"
#include "base/units.h"
#include "replay/replay_mode.h"

namespace ioreel {
namespace {

std::string Line(absl::string_view head, absl::string_view text) {
  return absl::StrFormat("%-12s %s\n", head, Printable(text));
}

std::string CompletionText(const RepeatResult& repeat, const TraceFacts& trace) {
  if (!repeat.complete) {
    return repeat.completion_ns == kNoTime ? "incomplete: it was ended before its last I/O"
                                           : "incomplete: its verification did not end";
  }
  std::string text = repeat.completion_ns == kNoTime
                         ? "unknown: the command had exited before the replay's start"
                         : FormatDuration(repeat.completion_ns);
  if (trace.recorded_completion_ns > 0) {
    absl::StrAppend(&text, absl::StrFormat(", %.2f × the recorded %s",
                                           static_cast<double>(repeat.completion_ns) /
                                               static_cast<double>(trace.recorded_completion_ns),
                                           FormatDuration(trace.recorded_completion_ns)));
  }
  if (repeat.drain_ns > 0) {
    absl::StrAppend(&text, "; writeback went on for ", FormatDuration(repeat.drain_ns));
  }
  return text;
}

/// What a replay on the recorded device itself says of predictions for others.
std::string SelfReplayText(const RunResult& result, const RepeatResult& repeat) {
  const double ratio = static_cast<double>(repeat.completion_ns) /
                       static_cast<double>(result.trace.recorded_completion_ns);
  return absl::StrFormat(
      "%+.1f %% off the recorded time on the recorded device: as far off are predictions at least",
      (ratio - 1) * 100);
}

std::string DeviceText(const RepeatResult& repeat, const TraceFacts& trace) {
  std::string text = absl::StrCat("busy ", FormatDuration(repeat.busy_ns));
  if (trace.recorded_busy_ns != kNoTime) {
    absl::StrAppend(&text, " (recorded ", FormatDuration(trace.recorded_busy_ns), ")");
  }
  absl::StrAppend(&text, ", ", FormatBandwidth(repeat.bandwidth_bytes_per_s), " while busy, ",
                  absl::StrFormat("depth %.1f, at most %d", repeat.mean_depth, repeat.max_depth));
  return text;
}

std::string MemberText(const MemberResult& member) {
  std::string text = absl::StrCat(member.path, ": ", FormatSize(member.read_bytes), " read, ",
                                  FormatSize(member.written_bytes), " written, ");
  absl::StrAppend(&text, absl::StrFormat("%.0f IOPS, depth %.1f", member.iops, member.mean_depth));
  for (const OpSummary& op : member.ops) {
    if (op.bytes > 0 && op.count > 0) {
      absl::StrAppend(&text, ", ", OpName(op.op), " p50 ", FormatDuration(op.completion.p50_ns),
                      " p99 ", FormatDuration(op.completion.p99_ns));
    }
    if (op.errors > 0) {
      absl::StrAppend(&text, ", ", FormatCount(op.errors), " ", OpName(op.op), " failed");
    }
  }
  return text;
}

std::string CacheText(const CacheResult& cache) {
  std::string text = absl::StrCat(FormatCount(cache.blocks), " blocks of ",
                                  FormatSize(cache.block_bytes), "; reads ");
  absl::StrAppend(&text, FormatCount(cache.read_hits), " hits of ",
                  FormatCount(cache.read_hits + cache.read_misses));
  if (!std::isnan(cache.read_hit_ratio)) {
    absl::StrAppend(&text, absl::StrFormat(" (%.1f %%)", cache.read_hit_ratio * 100));
  }
  absl::StrAppend(&text, ", writes ", FormatCount(cache.write_hits), " of ",
                  FormatCount(cache.write_hits + cache.write_misses), "; ",
                  FormatCount(cache.promoted), " taken in, ", FormatCount(cache.evicted),
                  " evicted, ", FormatCount(cache.written_back), " written back, ",
                  FormatCount(cache.dirty), " left dirty");
  return text;
}

void AppendArray(const ArrayResult& array, std::string* out) {
  if (!std::isnan(array.write_amplification)) {
    absl::StrAppend(out, Line("amplified", absl::StrFormat("%.2f bytes written to members for each "
                                                           "to the target",
                                                           array.write_amplification)));
  }
  for (size_t i = 0; i < array.members.size(); ++i) {
    absl::StrAppend(out, Line(absl::StrCat("member ", i), MemberText(array.members[i])));
  }
  for (const CacheResult& cache : array.caches) {
    absl::StrAppend(out, Line("cache", CacheText(cache)));
  }
}

std::string OpText(const OpSummary& op) {
  const LatencySummary& latency = op.completion;
  std::string text = FormatCount(op.count);
  if (op.bytes > 0) absl::StrAppend(&text, ", ", FormatSize(op.bytes));
  if (op.count > 0) {
    absl::StrAppend(&text, "; p50 ", FormatDuration(latency.p50_ns), ", p99 ",
                    FormatDuration(latency.p99_ns), ", max ", FormatDuration(latency.max_ns));
  }
  if (op.errors > 0) absl::StrAppend(&text, "; ", FormatCount(op.errors), " failed");
  return text;
}

std::string VerificationText(const Verification& found) {
  std::string text = absl::StrCat(FormatSize(found.checked_bytes), " compared");
  if (found.mismatched_bytes > 0) {
    absl::StrAppend(&text, ", ", FormatSize(found.mismatched_bytes),
                    " NOT AS WRITTEN; first at byte ", FormatCount(found.first_offset_bytes), ": ",
                    found.first);
  } else if (found.checked_bytes > 0) {
    absl::StrAppend(&text, ", all of it as written");
  }
  if (found.unknown_bytes > 0) {
    absl::StrAppend(
        &text, "; ", FormatSize(found.unknown_bytes),
        " not judged: read during its first write, or after discards, failed or very long writes");
  }
  if (found.unread_bytes > 0) {
    absl::StrAppend(&text, "; ", FormatSize(found.unread_bytes), " NOT READ; first at byte ",
                    FormatCount(found.first_unread_offset_bytes), ": ", found.first_unread);
  }
  return text;
}

std::string FidelityText(const RepeatResult& repeat, const std::string& mode) {
  const Fidelity& fidelity = repeat.fidelity;
  const bool afap = mode == "afap";
  std::string text =
      absl::StrCat(fidelity.valid ? "valid: " : "INVALID: ", FormatCount(fidelity.issued), " of ",
                   FormatCount(fidelity.planned));
  absl::StrAppend(&text, repeat.complete ? " issued"
                         : afap          ? " that had their turn by its end issued"
                                         : " that were due by its end issued");
  if (!afap) {
    absl::StrAppend(&text, "; issue-time error p50 ", FormatDuration(fidelity.error_p50_ns),
                    ", p99 ", FormatDuration(fidelity.error_p99_ns), ", max ",
                    FormatDuration(fidelity.error_max_ns));
    if (fidelity.drift_ns != kNoTime) {
      absl::StrAppend(&text, "; drift ", FormatDuration(fidelity.drift_ns));
    }
    absl::StrAppend(&text, "; ", FormatCount(fidelity.late), " late");
    if (fidelity.saturated > 0) {
      absl::StrAppend(&text, ", ", FormatCount(fidelity.saturated), " waited for a full target");
    }
  }
  for (const std::string& reason : fidelity.reasons) absl::StrAppend(&text, "; ", reason);
  return text;
}

void AppendRepeat(const RunResult& result, const RepeatResult& repeat, std::string* out) {
  absl::StrAppend(out, Line("completed", CompletionText(repeat, result.trace)));
  const std::optional<ReplayMode> mode = FindReplayMode(result.mode);
  const bool predicts = mode && IsClosedLoop(*mode);
  if (predicts && repeat.complete && result.notes.contains("self_replay") &&
      result.trace.recorded_completion_ns > 0) {
    absl::StrAppend(out, Line("self-replay", SelfReplayText(result, repeat)));
  }
  absl::StrAppend(out, Line("device", DeviceText(repeat, result.trace)));
  for (const OpSummary& op : repeat.ops) absl::StrAppend(out, Line(OpName(op.op), OpText(op)));
  for (const MemberResult& volume : repeat.volumes) {
    absl::StrAppend(out, Line("target", MemberText(volume)));
  }
  // Where each of several targets is one device, it is its own only member.
  const bool same = repeat.array && repeat.array->members.size() == repeat.volumes.size();
  if (repeat.array && !same) AppendArray(*repeat.array, out);
  absl::StrAppend(out, Line("fidelity", FidelityText(repeat, result.mode)));
  if (repeat.verification.has_value()) {
    absl::StrAppend(out, Line("verified", VerificationText(*repeat.verification)));
  }
  for (const Substitution& s : repeat.substitutions) {
    std::string text = FormatCount(s.count, "I/O");
    if (s.bytes > 0) absl::StrAppend(&text, ", ", FormatSize(s.bytes));
    absl::StrAppend(&text, ": ", s.what, s.comparable ? "" : "; not comparable");
    absl::StrAppend(out, Line(s.comparable ? "changed" : "substituted", text));
  }
  for (const ErrorSummary& error : repeat.errors) {
    absl::StrAppend(
        out, Line("error", absl::StrCat(FormatCount(error.count), " ", OpName(error.op), ": ",
                                        std::string(strerror(error.error)), ", first at byte ",
                                        FormatCount(error.first_offset_bytes))));
  }
}

std::string MedianText(const RunResult& result) {
  std::vector<int64_t> times;
  for (const RepeatResult& repeat : result.repeats) {
    if (repeat.complete && repeat.completion_ns != kNoTime) times.push_back(repeat.completion_ns);
  }
  if (times.empty()) return "";
  std::sort(times.begin(), times.end());
  return Line("median", absl::StrCat(FormatDuration(times[times.size() / 2]), " of ", times.size(),
                                     " (", FormatDuration(times.front()), " to ",
                                     FormatDuration(times.back()), ")"));
}

}  // namespace

std::string ReplaySummary(const RunResult& result) {
  std::string out;
  for (size_t i = 0; i < result.repeats.size(); ++i) {
    if (result.repeats.size() > 1) absl::StrAppend(&out, "\nrepeat ", i + 1, "\n");
    AppendRepeat(result, result.repeats[i], &out);
  }
  if (result.repeats.size() > 1) absl::StrAppend(&out, "\n", MedianText(result));
  if (result.trace.tainted) {
    absl::StrAppend(&out, Line("tainted", "the trace is not whole: score refuses this result"));
  }
  for (const auto& [reason, count] : result.trace.left_out) {
    absl::StrAppend(&out, Line("left out", absl::StrCat(FormatCount(count, "I/O"), ": ", reason)));
  }
  return out;
}

}  // namespace ioreel
