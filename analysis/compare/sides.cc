#include "analysis/compare/sides.h"

#include "absl/strings/str_cat.h"
#include "analysis/score/verdict.h"
#include "base/check.h"

namespace ioreel {
namespace {

int RunsOf(const std::vector<NamedResult>& side) {
  size_t runs = 0;
  for (const NamedResult& result : side) runs += result.result.repeats.size();
  return static_cast<int>(runs);
}

/// Why runs of the side must not be trusted.
void JudgeRuns(const std::vector<NamedResult>& side, std::vector<std::string>* reasons) {
  for (const NamedResult& result : side) {
    const Verdict verdict = Judge(result.result);
    for (const auto* list : {&verdict.invalid, &verdict.tainted}) {
      for (const std::string& why : *list) reasons->push_back(result.name + ": " + why);
    }
  }
}

}  // namespace

SideFacts DescribeSide(const std::vector<NamedResult>& side) {
  CHECK(!side.empty());
  SideFacts facts{.files = {}, .how = HowReplayed(side.front().result), .runs = RunsOf(side)};
  for (const NamedResult& result : side) facts.files.push_back(result.name);
  return facts;
}

Admission Admit(const std::vector<NamedResult>& a, const std::vector<NamedResult>& b,
                const std::set<Vary>& vary, bool paired) {
  CHECK(!a.empty() && !b.empty());
  Admission admission;
  JudgeRuns(a, &admission.reasons);
  JudgeRuns(b, &admission.reasons);
  if (!admission.reasons.empty()) {
    admission.outcome = Outcome::kInvalid;
    return admission;
  }
  Comparability found = CompareSides(a, b, vary);
  admission.reasons = std::move(found.obstacles);
  if (paired && RunsOf(a) != RunsOf(b)) {
    admission.reasons.push_back(
        absl::StrCat("pairs need as many runs on both sides, not ", RunsOf(a), " and ", RunsOf(b)));
  }
  if (!admission.reasons.empty()) admission.outcome = Outcome::kIncomparable;
  if (admission.outcome == Outcome::kOk) admission.varied = std::move(found.varied);
  return admission;
}

}  // namespace ioreel
