#include "analysis/score/verdict.h"

#include <string.h>

#include <map>
#include <set>

#include "absl/strings/str_cat.h"
#include "base/units.h"

namespace ioreel {
namespace {

std::string ErrorText(const ErrorSummary& error) {
  return absl::StrCat(FormatCount(error.count), " × ", OpName(error.op), ": ",
                      std::string(strerror(error.error)), ", first at byte ",
                      error.first_offset_bytes);
}

/// A file that was not written by ioreel may count errors without telling them.
std::vector<std::string> IoErrors(const RepeatResult& repeat) {
  std::vector<std::string> errors;
  for (const ErrorSummary& error : repeat.errors) errors.push_back(ErrorText(error));
  if (!errors.empty()) return errors;
  for (const OpSummary& op : repeat.ops) {
    if (op.errors > 0) errors.push_back(absl::StrCat(FormatCount(op.errors), " × ", OpName(op.op)));
  }
  return errors;
}

/// Appends the reasons why one repeat is invalid, each after `prefix`.
void JudgeRepeat(const RepeatResult& repeat, const std::string& prefix,
                 std::vector<std::string>* reasons) {
  if (!repeat.complete) {
    reasons->push_back(prefix + "incomplete: interrupted, or cut by --duration");
  }
  for (const std::string& errors : IoErrors(repeat))
    reasons->push_back(absl::StrCat(prefix, "I/O errors: ", errors));
  if (repeat.fidelity.valid) return;
  for (const std::string& reason : repeat.fidelity.reasons) reasons->push_back(prefix + reason);
  if (repeat.fidelity.reasons.empty()) reasons->push_back(prefix + "the replay did not keep time");
}

std::vector<std::string> WhyTainted(const TraceFacts& trace) {
  if (trace.lost_events > 0) {
    return {absl::StrCat("the recorder lost ", FormatCount(trace.lost_events), " events")};
  }
  if (trace.tainted) return {"the trace was salvaged, or has faults"};
  return {};
}

std::string Buffered(const TargetFacts& target) {
  return absl::StrCat("buffered: ", target.spec,
                      " was reached through the page cache, so memory was measured");
}

}  // namespace

std::vector<std::string> WhyNotTheTrace(const RunResult& result) {
  std::vector<std::string> reasons;
  if (result.engine == "null") reasons.push_back("engine null does no I/O");
  std::map<std::string, uint64_t> substituted;
  for (const RepeatResult& repeat : result.repeats) {
    for (const Substitution& s : repeat.substitutions) {
      if (!s.comparable) substituted[s.what] = std::max(substituted[s.what], s.count);
    }
  }
  for (const auto& [what, count] : substituted) {
    reasons.push_back(absl::StrCat("substituted: ", FormatCount(count), " I/Os (", what,
                                   "), so it is not comparable"));
  }
  return reasons;
}

Verdict Judge(const RunResult& result) {
  Verdict verdict;
  if (result.repeats.empty()) verdict.invalid.push_back("no repeat was finished");
  for (size_t i = 0; i < result.repeats.size(); ++i) {
    JudgeRepeat(result.repeats[i], absl::StrCat("repeat ", i + 1, ": "), &verdict.invalid);
  }
  verdict.tainted = WhyTainted(result.trace);
  verdict.withheld = WhyNotTheTrace(result);
  if (!result.target.direct) {
    verdict.withheld.insert(verdict.withheld.begin(), Buffered(result.target));
  }
  return verdict;
}

std::vector<std::string> Differences(const RunResult& a, const RunResult& b) {
  std::vector<std::string> differences;
  const auto compare = [&](const std::string& what, std::string left, std::string right) {
    if (left == right) return;
    if (left.empty()) left = "not set";
    if (right.empty()) right = "not set";
    differences.push_back(absl::StrCat(what, ": ", left, " / ", right));
  };
  compare("trace", a.trace.digest, b.trace.digest);
  compare("mode", a.mode, b.mode);
  compare("level", a.level, b.level);
  compare("target direct", a.target.direct ? "yes" : "no", b.target.direct ? "yes" : "no");
  std::set<std::string> names;
  for (const auto& [name, value] : a.options) names.insert(name);
  for (const auto& [name, value] : b.options) names.insert(name);
  const auto option = [](const RunResult& result, const std::string& name) {
    const auto found = result.options.find(name);
    return found == result.options.end() ? std::string() : found->second;
  };
  for (const std::string& name : names) {
    compare(absl::StrCat("option ", name), option(a, name), option(b, name));
  }
  return differences;
}

}  // namespace ioreel
