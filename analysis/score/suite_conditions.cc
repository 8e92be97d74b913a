#include "analysis/score/suite_conditions.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analysis/score/measurement.h"
#include "analysis/score/verdict.h"
#include "base/status_macros.h"
#include "base/units.h"

namespace ioreel {
namespace {

/// Options that follow from what a suite tells of itself.
bool IsOfSuite(absl::string_view option) { return option == "offset_bytes" || option == "idle_ns"; }

using Texts = std::map<std::string, std::string>;

Texts ConditionsOf(const RunResult& run) {
  Texts texts = {{"mode", run.mode}, {"level", run.level}};
  for (const auto& [name, value] : run.options) {
    if (!IsOfSuite(name)) texts[absl::StrCat("option ", name)] = value;
  }
  return texts;
}

/// "queue", or "issue (edit, build); queue (browse)"; a trace that has no value has "".
std::string Together(const std::vector<std::pair<std::string, Texts>>& traces,
                     const std::string& name) {
  std::map<std::string, std::vector<std::string>> by_value;
  for (const auto& [trace, texts] : traces) {
    const auto found = texts.find(name);
    by_value[found == texts.end() ? "" : found->second].push_back(trace);
  }
  if (by_value.size() == 1) return by_value.begin()->first;
  return absl::StrJoin(by_value, "; ", [](std::string* text, const auto& value) {
    absl::StrAppend(text, value.first.empty() ? "not set" : value.first, " (",
                    absl::StrJoin(value.second, ", "), ")");
  });
}

std::string OrNotSet(const Texts& texts, const std::string& name) {
  const auto found = texts.find(name);
  return found == texts.end() || found->second.empty() ? "not set" : found->second;
}

std::vector<std::string> TextDifferences(const Texts& a, const Texts& b) {
  std::set<std::string> names;
  for (const auto* texts : {&a, &b}) {
    for (const auto& [name, value] : *texts) names.insert(name);
  }
  std::vector<std::string> differences;
  for (const std::string& name : names) {
    const std::string left = OrNotSet(a, name), right = OrNotSet(b, name);
    if (left != right) differences.push_back(absl::StrCat(name, ": ", left, " / ", right));
  }
  return differences;
}

std::string TracesText(const SuiteResult& suite) {
  return absl::StrJoin(suite.traces, ", ", [](std::string* text, const SuiteTraceResult& trace) {
    absl::StrAppend(text, trace.name);
  });
}

std::string KindText(const TargetFacts& target) {
  return target.members.empty() ? target.kind
                                : absl::StrCat(target.kind, " of ", target.members.size());
}

std::string Fingerprint(const RunResult& run) {
  std::vector<std::string> parts = {KindText(run.target)};
  for (const std::string& part : {run.target.model, run.target.filesystem}) {
    if (!part.empty()) parts.push_back(part);
  }
  parts.push_back(FormatSize(run.target.size_bytes));
  parts.push_back(run.host.kernel);
  parts.push_back(absl::StrCat(run.host.cpus, " × ", run.host.cpu));
  return absl::StrJoin(parts, ", ");
}

absl::StatusOr<ReferenceTimes> TimesOf(const SuiteTraceResult& trace, int passes) {
  const auto refused = [&trace](absl::string_view why) {
    return absl::FailedPreconditionError(absl::StrCat(trace.name, ": ", why));
  };
  if (!trace.result || trace.result->repeats.size() < static_cast<size_t>(passes)) {
    return refused(absl::StrCat("not all of its ", passes, " passes were made"));
  }
  const Verdict verdict = Judge(*trace.result);
  for (const auto* reasons : {&verdict.invalid, &verdict.tainted, &verdict.withheld}) {
    if (!reasons->empty()) return refused(reasons->front());
  }
  const Measurement measured = Measure(*trace.result);
  const double completion_ns = measured.completion_ns.median.value_or(0);
  const double busy_ns = measured.busy_ns.median.value_or(0);
  if (completion_ns < 1 || busy_ns < 1) return refused("its completion or busy time is not known");
  return ReferenceTimes{std::llround(completion_ns), std::llround(busy_ns)};
}

}  // namespace

std::map<std::string, std::string> SuiteConditions(const SuiteResult& suite) {
  std::vector<std::pair<std::string, Texts>> traces;
  std::set<std::string> names;
  for (const SuiteTraceResult& trace : suite.traces) {
    if (!trace.result) continue;
    traces.emplace_back(trace.name, ConditionsOf(*trace.result));
    for (const auto& [name, value] : traces.back().second) names.insert(name);
  }
  Texts conditions = {{"layout", suite.layout},
                      {"idle_ns", absl::StrCat(suite.idle_ns)},
                      {"trim", suite.trim ? "true" : "false"}};
  for (const std::string& name : names) conditions[name] = Together(traces, name);
  return conditions;
}

std::vector<std::string> DifferencesTo(const SuiteReference& reference, const SuiteResult& suite) {
  std::vector<std::string> differences;
  if (suite.passes != reference.passes) {
    differences.push_back(absl::StrCat("passes: ", suite.passes, " / ", reference.passes));
  }
  for (std::string& text : TextDifferences(SuiteConditions(suite), reference.conditions)) {
    differences.push_back(std::move(text));
  }
  return differences;
}

std::vector<std::string> SuiteDifferences(const SuiteResult& a, const SuiteResult& b) {
  std::vector<std::string> differences;
  const auto compare = [&differences](absl::string_view what, const std::string& left,
                                      const std::string& right) {
    if (left != right) differences.push_back(absl::StrCat(what, ": ", left, " / ", right));
  };
  compare("suite", a.suite.name, b.suite.name);
  compare("version of the suite", absl::StrCat(a.suite.version), absl::StrCat(b.suite.version));
  compare("traces", TracesText(a), TracesText(b));
  compare("scope", a.scope, b.scope);
  compare("passes", absl::StrCat(a.passes), absl::StrCat(b.passes));
  for (size_t i = 0; i < a.traces.size() && i < b.traces.size(); ++i) {
    if (a.traces[i].name != b.traces[i].name) continue;
    compare(absl::StrCat("trace ", a.traces[i].name), a.traces[i].digest, b.traces[i].digest);
    compare(absl::StrCat("weight of ", a.traces[i].name), absl::StrCat(a.traces[i].weight),
            absl::StrCat(b.traces[i].weight));
  }
  for (std::string& text : TextDifferences(SuiteConditions(a), SuiteConditions(b))) {
    differences.push_back(std::move(text));
  }
  return differences;
}

bool IsSimulated(const SuiteResult& suite) {
  return std::any_of(suite.traces.begin(), suite.traces.end(), [](const SuiteTraceResult& trace) {
    return trace.result && trace.result->engine == "sim";
  });
}

absl::StatusOr<SuiteReference> MakeReference(const SuiteResult& suite, const std::string& device) {
  if (suite.scope == "part") {
    return absl::FailedPreconditionError("it is of a part of the suite: run all of it, or --quick");
  }
  if (IsSimulated(suite)) {
    return absl::FailedPreconditionError("it is of simulated drives, which are no reference");
  }
  SuiteReference reference{.device = device,
                           .fingerprint = "",
                           .passes = suite.passes,
                           .conditions = SuiteConditions(suite),
                           .traces = {}};
  for (const SuiteTraceResult& trace : suite.traces) {
    IOREEL_ASSIGN_OR_RETURN(reference.traces[trace.name], TimesOf(trace, suite.passes));
  }
  const RunResult& first = *suite.traces.front().result;
  reference.fingerprint = Fingerprint(first);
  if (device.empty()) reference.device = reference.fingerprint;
  return reference;
}

}  // namespace ioreel
