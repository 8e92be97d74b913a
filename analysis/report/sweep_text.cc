#include <algorithm>
#include <functional>
#include <set>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "analysis/report/sweep_output.h"
#include "analysis/sweep/sweep_figures.h"
#include "base/text_table.h"
#include "base/units.h"

namespace ioreel {
namespace {

struct Load {
  const SweepCellResult* cell;
  SweepFigures figures;
};
using Loads = std::vector<Load>;

std::string BlockText(uint64_t bytes) { return bytes == 0 ? "mix" : FormatSize(bytes); }
std::string TimeText(double ns) { return FormatDuration(static_cast<int64_t>(ns)); }
std::string TimeText(const std::optional<double>& ns) { return ns ? TimeText(*ns) : "-"; }
std::string IopsText(const SweepFigures& figures) {
  return FormatCount(static_cast<uint64_t>(figures.iops + 0.5));
}
std::string BandwidthText(const SweepFigures& figures) {
  return absl::StrFormat("%.1f", figures.bytes_per_s / 1e6);
}

/// In the order in which the sweep has them.
std::vector<std::string> TestsOf(const SweepResult& sweep) {
  std::vector<std::string> tests;
  for (const SweepCellResult& cell : sweep.cells) {
    if (std::find(tests.begin(), tests.end(), cell.test) == tests.end()) {
      tests.push_back(cell.test);
    }
  }
  return tests;
}

Loads LoadsOf(const SweepResult& sweep, const std::string& test) {
  Loads loads;
  for (const SweepCellResult& cell : sweep.cells) {
    if (cell.test != test || cell.result.repeats.empty()) continue;
    loads.push_back({&cell, FiguresOf(cell, sweep.value)});
  }
  return loads;
}

std::string ListText(const Loads& loads) {
  TextTable table;
  table.AddRow({"length", "depth", "threads", "MB/s", "IOPS", "mean", "read p99", "write p99",
                "max", "failed"});
  for (const auto& [cell, figures] : loads) {
    table.AddRow({BlockText(cell->block_bytes), absl::StrCat(cell->depth),
                  absl::StrCat(cell->threads), BandwidthText(figures), IopsText(figures),
                  TimeText(figures.mean_ns), TimeText(figures.read_p99_ns),
                  TimeText(figures.write_p99_ns), TimeText(figures.max_ns),
                  FormatCount(figures.errors)});
  }
  return table.Format();
}

std::string GridText(const Loads& loads, const std::set<uint64_t>& lengths,
                     const std::set<int>& depths, const std::string& figure,
                     std::string (*text)(const SweepFigures&)) {
  TextTable table;
  std::vector<std::string> head = {figure};
  for (const int depth : depths) head.push_back(absl::StrCat("QD ", depth));
  table.AddRow(std::move(head));
  for (const uint64_t length : lengths) {
    std::vector<std::string> row = {BlockText(length)};
    for (const int depth : depths) {
      const auto at = std::find_if(loads.begin(), loads.end(), [&](const Load& load) {
        return load.cell->block_bytes == length && load.cell->depth == depth;
      });
      row.push_back(at == loads.end() ? "" : text(at->figures));
    }
    table.AddRow(std::move(row));
  }
  return table.Format();
}

std::string GridsText(const Loads& loads) {
  std::set<uint64_t> lengths;
  std::set<int> depths, threads;
  for (const Load& load : loads) {
    lengths.insert(load.cell->block_bytes);
    depths.insert(load.cell->depth);
    threads.insert(load.cell->threads);
  }
  if (lengths.size() < 2 || depths.size() < 2 || threads.size() > 1) return "";
  return absl::StrCat("\n", GridText(loads, lengths, depths, "MB/s", BandwidthText), "\n",
                      GridText(loads, lengths, depths, "IOPS", IopsText));
}

std::string HeadText(const SweepResult& sweep) {
  std::string text;
  if (!sweep.cells.empty()) {
    const TargetFacts& target = sweep.cells.front().result.target;
    absl::StrAppend(&text, "target   ", target.spec, " (", target.kind, ")",
                    target.model.empty() ? "" : ", ", target.model, ", ",
                    FormatSize(target.size_bytes), "\n");
  }
  absl::StrAppend(&text, "loads    ", FormatDuration(sweep.time_ns), " each, ", sweep.value,
                  " of the rounds\n");
  if (!sweep.complete) absl::StrAppend(&text, "state    cut short: loads are missing\n");
  if (!sweep.steady) {
    absl::StrAppend(&text, "state    not steady: the figures are those of the last rounds\n");
  }
  return text;
}

}  // namespace

std::string SweepText(const SweepResult& sweep) {
  std::string text = HeadText(sweep);
  for (const std::string& test : TestsOf(sweep)) {
    const Loads loads = LoadsOf(sweep, test);
    if (loads.empty()) continue;
    absl::StrAppend(&text, "\n", test, "\n", ListText(loads), GridsText(loads));
  }
  return text;
}

std::string SweepCsv(const SweepResult& sweep) {
  std::string text =
      "test,pattern,block_bytes,read_percent,threads,depth,rounds,iops,bytes_per_s,"
      "mean_access_ns,read_p99_ns,write_p99_ns,max_ns,errors\n";
  const auto number = [](std::optional<double> value) {
    return value ? absl::StrFormat("%.17g", *value) : "";
  };
  for (const SweepCellResult& cell : sweep.cells) {
    if (cell.result.repeats.empty()) continue;
    const SweepFigures figures = FiguresOf(cell, sweep.value);
    const std::vector<std::string> fields = {absl::StrCat("\"", cell.test, "\""),
                                             absl::StrCat("\"", cell.pattern, "\""),
                                             absl::StrCat(cell.block_bytes),
                                             number(cell.read_percent),
                                             absl::StrCat(cell.threads),
                                             absl::StrCat(cell.depth),
                                             absl::StrCat(cell.result.repeats.size()),
                                             number(figures.iops),
                                             number(figures.bytes_per_s),
                                             number(figures.mean_ns),
                                             number(figures.read_p99_ns),
                                             number(figures.write_p99_ns),
                                             number(figures.max_ns),
                                             absl::StrCat(figures.errors)};
    absl::StrAppend(&text, absl::StrJoin(fields, ","), "\n");
  }
  return text;
}

}  // namespace ioreel
