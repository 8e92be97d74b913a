#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/time.h"
#include "analysis/panels/panels.h"
#include "analysis/report/cells.h"
#include "base/units.h"

namespace ioreel {
namespace {

/// Facts of all runs, a row each and a column for each run.
class FactTable {
 public:
  explicit FactTable(const std::vector<Run>& runs) : runs_(runs) {
    table_.head = {""};
    for (const Run& run : runs) table_.head.push_back(run.label);
    table_.text_columns = static_cast<int>(table_.head.size());
  }

  template <typename Of>
  void Add(const std::string& what, const Of& of) {
    std::vector<Cell> row = {what};
    bool known = false;
    for (const Run& run : runs_) {
      const std::string text = of(run.result());
      known |= !text.empty();
      row.push_back(TextCell(text));
    }
    if (known) table_.rows.push_back(std::move(row));
  }

  /// A row for each name that a run has.
  template <typename MapOf>
  void AddMap(const std::string& prefix, const MapOf& map_of) {
    std::set<std::string> names;
    for (const Run& run : runs_) {
      for (const auto& [name, value] : map_of(run.result())) names.insert(name);
    }
    for (const std::string& name : names) {
      Add(absl::StrCat(prefix, name), [&](const RunResult& result) {
        const auto& map = map_of(result);
        const auto found = map.find(name);
        return found == map.end() ? std::string() : absl::StrCat(found->second);
      });
    }
  }

  Table Take(std::string title) {
    table_.title = std::move(title);
    return std::move(table_);
  }

 private:
  const std::vector<Run>& runs_;
  Table table_;
};

std::string UtcTime(int64_t wall_ns) {
  if (wall_ns == kNoTime) return "";
  return absl::FormatTime("%Y-%m-%d %H:%M:%S UTC", absl::FromUnixNanos(wall_ns),
                          absl::UTCTimeZone());
}

std::string SizeOrNone(uint64_t bytes) { return bytes == 0 ? "" : FormatSize(bytes); }

std::string Members(const RunResult& result) {
  return absl::StrJoin(
      result.target.members, ", ", [](std::string* out, const MemberFacts& member) {
        absl::StrAppend(out, member.path, " (", member.kind, member.model.empty() ? "" : ", ",
                        member.model, ", ", FormatSize(member.size_bytes), ")");
      });
}

std::string Layout(const RunResult& result) {
  return absl::StrJoin(result.layout, ", ", [](std::string* out, const DeviceLayout& layout) {
    absl::StrAppend(out, layout.device, " on ", layout.target,
                    layout.base_bytes == 0 ? "" : " from byte ",
                    layout.base_bytes == 0 ? "" : absl::StrCat(layout.base_bytes));
  });
}

Table TargetTable(const RunGroup& group) {
  FactTable table(group.runs);
  using Result = const RunResult&;
  table.Add("target", [](Result r) { return r.target.spec; });
  table.Add("kind", [](Result r) { return r.target.kind; });
  table.Add("I/O", [](Result r) {
    return std::string(r.target.direct ? "direct" : "buffered: through the page cache");
  });
  table.Add("model", [](Result r) { return r.target.model; });
  table.Add("serial", [](Result r) { return r.target.serial; });
  table.Add("WWID", [](Result r) { return r.target.wwid; });
  table.Add("size", [](Result r) { return SizeOrNone(r.target.size_bytes); });
  table.Add("logical block", [](Result r) { return SizeOrNone(r.target.logical_block_bytes); });
  table.Add("rotational", [](Result r) {
    return std::string(!r.target.rotational ? "" : *r.target.rotational ? "yes" : "no");
  });
  table.Add("file system", [](Result r) { return r.target.filesystem; });
  table.Add("scheduler", [](Result r) { return r.target.scheduler; });
  table.Add("members", Members);
  table.Add("devices of the trace", Layout);
  return table.Take("Target");
}

Table HostTable(const RunGroup& group) {
  FactTable table(group.runs);
  using Result = const RunResult&;
  table.Add("host", [](Result r) { return r.host.hostname; });
  table.Add("kernel", [](Result r) { return r.host.kernel; });
  table.Add("processor", [](Result r) {
    return r.host.cpus == 0 ? r.host.cpu : absl::StrCat(r.host.cpu, " × ", r.host.cpus);
  });
  table.Add("memory", [](Result r) { return SizeOrNone(r.host.memory_bytes); });
  table.Add("ioreel", [](Result r) { return r.ioreel_version; });
  table.Add("replayed", [](Result r) { return UtcTime(r.created_wall_ns); });
  return table.Take("Host");
}

Table OptionTable(const RunGroup& group) {
  FactTable table(group.runs);
  using Result = const RunResult&;
  table.Add("mode", [](Result r) { return r.mode; });
  table.Add("level", [](Result r) { return r.level; });
  table.Add("engine", [](Result r) { return r.engine; });
  table.AddMap(
      "", [](Result r) -> const auto& { return r.options; });
  table.AddMap(
      "", [](Result r) -> const auto& { return r.notes; });
  return table.Take("How it was replayed");
}

Table TraceTable(const RunGroup& group) {
  FactTable table(group.runs);
  using Result = const RunResult&;
  table.Add("file", [](Result r) { return r.trace.path; });
  table.Add("digest", [](Result r) { return r.trace.digest; });
  table.Add("recorded by", [](Result r) { return r.trace.source; });
  table.Add("command", [](Result r) { return r.trace.command; });
  table.Add("recorded completion time",
            [](Result r) { return FormatDuration(r.trace.recorded_completion_ns); });
  table.Add("recorded busy time",
            [](Result r) { return FormatDuration(r.trace.recorded_busy_ns); });
  table.Add("tainted", [](Result r) { return std::string(r.trace.tainted ? "yes" : "no"); });
  table.Add("events lost", [](Result r) { return FormatCount(r.trace.lost_events); });
  table.AddMap(
      "left out: ", [](Result r) -> const auto& { return r.trace.left_out; });
  return table.Take("Trace");
}

Remarks::Line VerifiedLine(const std::string& who, const Verification& v) {
  std::string text =
      absl::StrCat(who, FormatSize(v.checked_bytes), " checked, ", FormatSize(v.unknown_bytes),
                   " not judged, ", FormatSize(v.mismatched_bytes), " not as written");
  if (v.mismatched_bytes > 0) absl::StrAppend(&text, " (", v.first, ")");
  if (v.unread_bytes > 0) {
    absl::StrAppend(&text, ", ", FormatSize(v.unread_bytes), " could not be read (", v.first_unread,
                    ")");
  }
  const bool bad = v.mismatched_bytes + v.unread_bytes > 0;
  return {bad ? Tone::kBad : Tone::kGood, "verified", std::move(text)};
}

/// Of any repeat, what was done otherwise than recorded and what failed.
Remarks Departures(const RunGroup& group) {
  Remarks remarks;
  for (const Run& run : group.runs) {
    for (size_t i = 0; i < run.result().repeats.size(); ++i) {
      const RepeatResult& repeat = run.result().repeats[i];
      const std::string who = absl::StrCat(run.label, ", repeat ", i + 1, ": ");
      for (const Substitution& s : repeat.substitutions) {
        remarks.lines.push_back({s.comparable ? Tone::kMuted : Tone::kWarning, "substituted",
                                 absl::StrCat(who, FormatCount(s.count, "I/O"), ", ",
                                              FormatSize(s.bytes), ": ", s.what)});
      }
      if (!repeat.verification) continue;
      remarks.lines.push_back(VerifiedLine(who, *repeat.verification));
    }
  }
  return remarks;
}

}  // namespace

std::optional<Panel> ContextPanel(const ReportData& data) {
  if (data.groups.empty()) return std::nullopt;
  Panel panel{.id = "context", .title = "Context", .intro = {}, .blocks = {}};
  for (const RunGroup& group : data.groups) {
    for (Table table :
         {TargetTable(group), HostTable(group), OptionTable(group), TraceTable(group)}) {
      if (!table.rows.empty()) panel.blocks.push_back(std::move(table));
    }
    Remarks departures = Departures(group);
    if (!departures.lines.empty()) panel.blocks.push_back(std::move(departures));
  }
  return panel;
}

}  // namespace ioreel
