#include "analysis/report/baseline_output.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "analysis/gate/policy.h"
#include "base/console.h"
#include "base/text_table.h"
#include "base/units.h"

namespace ioreel {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kDayNs = 86'400e9;

double AgeDays(const RunResult& result, int64_t now_ns) {
  return static_cast<double>(now_ns - result.created_wall_ns) / kDayNs;
}

std::string AgeText(const RunResult& result, int64_t now_ns) {
  const double days = AgeDays(result, now_ns);
  return days < 0 ? "in the future" : absl::StrFormat("%.1f", days);
}

std::string Figure(const NamedResult& result, const char* metric) {
  const std::optional<RobustCentre> own = CentreOf({result}, *FindMetric(metric));
  return own ? FormatDuration(std::llround(own->median)) : "-";
}

std::string OrUnknown(const std::string& text) {
  return text.empty() ? "unknown" : Printable(text);
}

std::string CentreText(const char* name, const std::optional<RobustCentre>& centre) {
  if (!centre) return absl::StrCat(name, " unknown");
  return absl::StrFormat("%s %s, ± %.1f %%", name, FormatDuration(std::llround(centre->median)),
                         centre->deviation * 100);
}

std::string TraceText(const PinnedTrace& trace, int64_t now_ns) {
  const RunResult& first = trace.results.front().named.result;
  std::string text = absl::StrCat(
      "trace    ", Printable(trace.trace), " (", Printable(trace.digest), ")\n", "run      ",
      Printable(HowReplayed(first)), "\n", "host     ", OrUnknown(first.host.hostname), ", kernel ",
      OrUnknown(first.host.kernel), "\n", "centre   ", CentreText("completion", trace.completion),
      "; ", CentreText("busy", trace.busy), "; of ",
      FormatCount(static_cast<uint64_t>(trace.completion ? trace.completion->runs : 0), "run"),
      "\n\n");
  TextTable table;
  table.AddRow({"result", "age (days)", "runs", "completion", "busy", ""});
  for (const PinnedResult& result : trace.results) {
    table.AddRow({result.named.name, AgeText(result.named.result, now_ns),
                  absl::StrCat(result.named.result.repeats.size()),
                  Figure(result.named, "completion_ns"), Figure(result.named, "busy_ns"),
                  result.outlying.empty() ? "" : "OUTLIER"});
  }
  absl::StrAppend(&text, table.Format());
  for (const PinnedResult& result : trace.results) {
    if (result.outlying.empty()) continue;
    absl::StrAppend(&text, "OUTLIER  ", Printable(result.named.name), ": ", result.outlying, "\n");
  }
  if (!trace.scattered.empty()) {
    absl::StrAppend(&text, "SCATTERED ", Printable(trace.scattered), "\n");
  }
  return text;
}

Json CentreJson(const std::optional<RobustCentre>& centre) {
  if (!centre) return Json();
  return {{"median", centre->median}, {"deviation", centre->deviation}, {"runs", centre->runs}};
}

Json AgeJson(const RunResult& result, int64_t now_ns) {
  const double days = AgeDays(result, now_ns);
  return days < 0 ? Json() : Json(days);
}

Json TraceJson(const PinnedTrace& trace, int64_t now_ns) {
  const RunResult& first = trace.results.front().named.result;
  Json json = {{"trace", trace.trace},
               {"digest", trace.digest},
               {"how", HowReplayed(first)},
               {"hostname", first.host.hostname},
               {"kernel", first.host.kernel},
               {"completion_ns", CentreJson(trace.completion)},
               {"busy_ns", CentreJson(trace.busy)},
               {"scattered", trace.scattered.empty() ? Json() : Json(trace.scattered)},
               {"results", Json::array()}};
  for (const PinnedResult& result : trace.results) {
    json["results"].push_back(
        {{"file", result.named.name},
         {"age_days", AgeJson(result.named.result, now_ns)},
         {"runs", result.named.result.repeats.size()},
         {"outlying", result.outlying.empty() ? Json() : Json(result.outlying)}});
  }
  return json;
}

}  // namespace

std::string BaselineText(const BaselineSet& baseline, int64_t now_ns) {
  std::vector<std::string> parts;
  for (const PinnedTrace& trace : baseline.traces) parts.push_back(TraceText(trace, now_ns));
  std::string text = absl::StrJoin(parts, "\n");
  for (const std::string& mixed : baseline.mixed) {
    absl::StrAppend(&text, "MIXED    ", Printable(mixed), "\n");
  }
  return text;
}

std::string BaselineJson(const BaselineSet& baseline, int64_t now_ns) {
  Json json = {{"traces", Json::array()}, {"mixed", baseline.mixed}};
  for (const PinnedTrace& trace : baseline.traces) {
    json["traces"].push_back(TraceJson(trace, now_ns));
  }
  return json.dump(1, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace) + "\n";
}

}  // namespace ioreel
