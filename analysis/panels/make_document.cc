#include "absl/strings/str_cat.h"
#include "analysis/panels/panels.h"
#include "base/units.h"
#include "base/version.h"

namespace ioreel {
namespace {

std::string Title(const ReportData& data) {
  if (!data.suites.empty()) return absl::StrCat("Suite ", data.suites.front().suite.name);
  if (data.groups.size() > 1) return absl::StrCat("A suite of ", data.groups.size(), " traces");
  if (data.groups.size() == 1) return data.groups.front().trace;
  return data.traces.size() == 1 ? data.traces.front().file.name
                                 : absl::StrCat(data.traces.size(), " traces");
}

std::string Subtitle(const ReportData& data) {
  size_t runs = 0, repeats = 0;
  for (const RunGroup& group : data.groups) {
    runs += group.runs.size();
    for (const Run& run : group.runs) repeats += run.result().repeats.size();
  }
  std::string text;
  if (runs > 0) {
    text = absl::StrCat(FormatCount(runs, "result"), " with ", FormatCount(repeats, "repeat"));
  }
  if (!data.traces.empty()) {
    absl::StrAppend(&text, text.empty() ? "" : ", ", FormatCount(data.traces.size(), "trace"));
  }
  return text;
}

}  // namespace

Document MakeDocument(const ReportData& data) {
  Document document{.title = Title(data),
                    .subtitle = Subtitle(data),
                    .panels = {},
                    .footer = absl::StrCat("Made by ioreel ", kVersion)};
  const auto add = [&document](std::optional<Panel> panel) {
    if (panel) document.panels.push_back(*std::move(panel));
  };
  add(SuitesPanel(data));
  add(SummaryPanel(data));
  add(ComparisonPanel(data));
  add(RunsPanel(data));
  add(LatencyPanel(data));
  add(SecondsPanel(data));
  for (size_t i = 0; i < data.traces.size(); ++i)
    add(WorkloadPanel(data.traces[i], static_cast<int>(i) + 1));
  add(FidelityPanel(data));
  add(MembersPanel(data));
  add(ContextPanel(data));
  return document;
}

}  // namespace ioreel
