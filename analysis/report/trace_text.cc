#include <time.h>

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "analysis/report/trace_output.h"
#include "analysis/report/trace_tables.h"
#include "base/console.h"
#include "base/shell_text.h"
#include "base/signal_name.h"
#include "base/units.h"
#include "formats/import_remark.h"

namespace ioreel {
namespace {

constexpr int64_t kCoarseNs = 1'000'000;  // of a clock, to be told
constexpr size_t kShownLosses = 5, kTopTasks = 10;

std::string Moment(int64_t ns) { return ns == kNoTime ? "?" : FormatMoment(ns); }

std::string WallTime(int64_t ns) {
  const time_t seconds = ns / 1'000'000'000;
  tm utc;
  char text[32];
  gmtime_r(&seconds, &utc);
  strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S UTC", &utc);
  return text;
}

std::string FileLine(const TraceFile& file, const TraceStats& stats) {
  std::string line = file.name;
  if (!file.bytes) return line;
  absl::StrAppend(&line, ": ", FormatSize(*file.bytes));
  if (stats.main().count == 0) return line;
  const double bytes_per_io =
      static_cast<double>(*file.bytes) / static_cast<double>(stats.main().count);
  return line + absl::StrFormat(", %.1f bytes %s", bytes_per_io,
                                stats.queue.count > 0 ? "a queued I/O" : "a request");
}

std::string SourceLine(const TraceInfo& info) {
  std::vector<std::string> parts = {info.source.empty() ? "unknown" : info.source};
  if (!info.writer.empty()) parts.push_back("written by " + info.writer);
  if (!info.host.hostname.empty()) parts.push_back("on " + info.host.hostname);
  if (!info.host.kernel.empty()) parts.push_back(info.host.kernel);
  if (info.start_wall_ns != kNoTime) parts.push_back(WallTime(info.start_wall_ns));
  if (info.clock_resolution_ns >= kCoarseNs)
    parts.push_back("a clock of " + FormatDuration(info.clock_resolution_ns));
  return absl::StrJoin(parts, ", ");
}

std::string CommandLine(const CommandInfo& command) {
  std::string line = ShellText(command.argv);
  if (command.exit_signal)
    absl::StrAppend(&line, ", killed by ", SignalName(*command.exit_signal));
  else if (command.exit_code)
    absl::StrAppend(&line, ", exit status ", *command.exit_code);
  if (command.start_ns != kNoTime && command.exit_ns != kNoTime) {
    absl::StrAppend(&line, ", ran ", FormatDuration(command.exit_ns - command.start_ns));
  }
  return line;
}

std::string StateLine(const TraceStats& stats) {
  const TraceInfo& info = stats.info;
  std::vector<std::string> parts = {
      stats.complete
          ? "complete"
          : "incomplete: its recording never ended; `ioreel salvage` makes a trace of it"};
  if (info.LostEvents() > 0) {
    parts.push_back(absl::StrCat(FormatCount(info.LostEvents(), "event"), " lost in ",
                                 FormatCount(info.losses.size(), "window")));
  }
  if (info.tainted) parts.push_back("tainted");
  return absl::StrJoin(parts, ", ");
}

std::string LossLine(const LossWindow& loss) {
  return absl::StrCat(loss.events == 0 ? "?" : FormatCount(loss.events), " on CPU ",
                      loss.cpu < 0 ? "?" : absl::StrCat(loss.cpu), " between ",
                      Moment(loss.from_ns), " and ", Moment(loss.to_ns));
}

std::string Head(const TraceFile& file, const TraceStats& stats) {
  const TraceInfo& info = stats.info;
  std::string text;
  const auto add = [&text](absl::string_view head, absl::string_view line) {
    absl::StrAppend(&text, absl::StrFormat("%-8s %s\n", head, Printable(line)));
  };
  add("trace", FileLine(file, stats));
  add("source", SourceLine(info));
  if (info.command) add("command", CommandLine(*info.command));
  add("state", StateLine(stats));
  for (size_t i = 0; i < std::min(info.losses.size(), kShownLosses); ++i)
    add("lost", LossLine(info.losses[i]));
  add("span", FormatDuration(stats.span_ns()));
  for (const ImportLog::Entry& entry : file.remarks) add("note", ImportRemark(entry));
  return text;
}

std::string Counts(const std::map<std::string, uint64_t>& counts) {
  return counts.empty() ? "-" : absl::StrJoin(counts, ", ", [](std::string* out, const auto& it) {
    absl::StrAppend(out, Printable(it.first), " ", FormatCount(it.second));
  });
}

}  // namespace

std::string TraceText(const TraceFile& file, const TraceStats& stats) {
  std::string text = Head(file, stats);
  if (!stats.info.devices.empty())
    absl::StrAppend(&text, "\n", DeviceTable(stats.info, stats.main()));
  if (stats.main().count == 0) return text + "\nThe trace has no I/O.\n";
  absl::StrAppend(&text, "\n", LevelTable("queued I/Os", "Q2C", stats.queue),
                  LevelTable("issued requests", "D2C", stats.issue), ShapeTable(stats), "\n",
                  SizeTable(stats.main()), "\n", TaskTable(stats.info, stats.main(), kTopTasks),
                  "\n");
  absl::StrAppend(&text, "flags         ", Counts(stats.main().flags), "\n");
  if (!stats.info.stage_events.empty()) {
    absl::StrAppend(&text, "stage events  ", Counts(stats.info.stage_events), "\n");
  }
  return text;
}

}  // namespace ioreel
