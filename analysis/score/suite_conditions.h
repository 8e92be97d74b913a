#pragma once

#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "formats/result/suite_result.h"

/// What must be the same where two runs of a suite are held against each other.

namespace ioreel {

/// How the suite was run, by name: "mode", "level", "layout", "idle_ns", "trim", and "option fit"
/// for each option that changes what is measured. What traces have not in common is told for each.
std::map<std::string, std::string> SuiteConditions(const SuiteResult& suite);

/// In what `suite` differs from how the reference was measured, "what: suite's / reference's".
std::vector<std::string> DifferencesTo(const SuiteReference& reference, const SuiteResult& suite);

/// In what two runs of suites differ that must not be averaged or held against each other: suite,
/// traces, passes, conditions. Each "what: a's / b's".
std::vector<std::string> SuiteDifferences(const SuiteResult& a, const SuiteResult& b);

/// Whether it was run on simulated drives. REQUIRES: some trace has a result.
bool IsSimulated(const SuiteResult& suite);

/// The medians of a run, as a reference for others. `device`: in words; "" = as the result has it.
/// Errors: FailedPrecondition that says why this run cannot be one: not all passes of all traces,
/// invalid or tainted, of simulated drives, through the page cache, part of a suite.
absl::StatusOr<SuiteReference> MakeReference(const SuiteResult& suite, const std::string& device);

}  // namespace ioreel
