#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "analysis/report/suite_output.h"
#include "base/console.h"
#include "base/text_table.h"
#include "base/units.h"

namespace ioreel {
namespace {

using Value = std::optional<double>;

/// In units of so many nanoseconds or bytes a second.
std::string In(Value value, double unit) {
  return value ? absl::StrFormat("%.3f", *value / unit) : "-";
}
std::string Rate(Value bytes_per_s) {
  return bytes_per_s ? absl::StrFormat("%.1f", *bytes_per_s / 1e6) : "-";
}
std::string Percent(Value share) { return share ? absl::StrFormat("%.1f", *share * 100) : "-"; }
std::string Points(Value score) { return score ? absl::StrFormat("%.0f", *score) : "-"; }

constexpr double kSecond = 1e9, kMillisecond = 1e6;

std::string NameOf(const SuiteTraceScore& trace) {
  return trace.weight == 1 ? trace.name : absl::StrCat(trace.name, " (× ", trace.weight, ")");
}

std::string ScoreTable(const SuiteScore& score) {
  TextTable table;
  table.AddRow({"trace", "speed", "device", "storage", "passes", "completion", "spread",
                "reference", "busy", "spread"});
  table.AddRow({"", "points", "points", "points", "", "s", "%", "s", "s", "%"});
  for (const SuiteTraceScore& trace : score.traces) {
    const Measurement& m = trace.measured;
    table.AddRow({NameOf(trace), Points(trace.score.speed), Points(trace.score.device),
                  Points(trace.score.storage), absl::StrCat(trace.passes),
                  In(m.completion_ns.median, kSecond), Percent(m.completion_ns.spread),
                  In(trace.reference.completion_ns, kSecond), In(m.busy_ns.median, kSecond),
                  Percent(m.busy_ns.spread)});
  }
  const Score& total = score.total;
  table.AddRow({"suite", Points(total.speed), Points(total.device), Points(total.storage)});
  return table.Format();
}

std::string DriveTable(const SuiteScore& score) {
  TextTable table;
  table.AddRow({"trace", "bandwidth", "mean access", "read p99", "write p99", "longest"});
  table.AddRow({"", "MB/s", "ms", "ms", "ms", "ms"});
  for (const SuiteTraceScore& trace : score.traces) {
    const Measurement& m = trace.measured;
    table.AddRow({NameOf(trace), Rate(m.bandwidth_bytes_per_s.median),
                  In(m.mean_access_ns.median, kMillisecond), In(trace.read_p99_ns, kMillisecond),
                  In(trace.write_p99_ns, kMillisecond), In(trace.longest_ns, kMillisecond)});
  }
  return table.Format();
}

std::string HeadText(const SuiteScore& score) {
  std::string text = absl::StrCat(
      Printable(score.name), ": suite ", Printable(score.suite.name), ", version ",
      score.suite.version, ", ", score.scope, ": ", FormatCount(score.traces.size(), "trace"),
      " × ", score.passes == 1 ? "1 pass" : absl::StrCat(score.passes, " passes"), ", ",
      score.layout, " areas");
  if (score.idle_ns > 0) {
    absl::StrAppend(&text, ", ", FormatDuration(score.idle_ns), " of rest before each");
  }
  text += "\n";
  if (!score.how.empty()) absl::StrAppend(&text, Printable(score.how), "\n");
  if (!score.reference.empty()) {
    absl::StrAppend(&text, "1000 points: ", Printable(score.reference), "\n");
  }
  return text;
}

std::string PassesText(const SuiteScore& score) {
  if (score.pass_speeds.size() < 2) return "";
  return absl::StrCat(", its passes alone ",
                      absl::StrJoin(score.pass_speeds, ", ", [](std::string* text, double speed) {
                        text->append(Points(speed));
                      }));
}

std::string TotalText(const SuiteScore& score) {
  const Score& total = score.total;
  std::string text;
  if (total.speed) {
    absl::StrAppend(&text, "speed score    ", Points(total.speed), PassesText(score), "\n");
  }
  if (total.device) absl::StrAppend(&text, "device score   ", Points(total.device), "\n");
  if (total.storage) absl::StrAppend(&text, "storage score  ", Points(total.storage), "\n");
  return text;
}

std::string Lines(absl::string_view label, const SuiteScore& score,
                  const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) {
    absl::StrAppend(&text, label, " ", Printable(absl::StrCat(score.name, ": ", sentence)), "\n");
  }
  return text;
}

std::string RemarksText(const SuiteScore& score) {
  return absl::StrCat(
      Lines("INVALID", score, score.invalid), Lines("WITHHELD", score, score.withheld),
      Lines("NOT COMPARABLE", score, score.differences), Lines("note", score, score.notes));
}

}  // namespace

std::string SuiteScoresText(absl::Span<const SuiteScore> scores) {
  std::string text;
  for (const SuiteScore& score : scores) {
    absl::StrAppend(&text, text.empty() ? "" : "\n", HeadText(score), "\n", ScoreTable(score), "\n",
                    DriveTable(score), "\n", TotalText(score), RemarksText(score));
  }
  absl::StrAppend(&text,
                  "More points are better. Figures are medians over the passes, longest is "
                  "of all of them. MB/s are 10^6 bytes a second of busy time.\n");
  return text;
}

}  // namespace ioreel
