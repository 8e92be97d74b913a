#pragma once

#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analysis/score/score_report.h"

namespace ioreel {

/// What is under test: what may differ between the sides of a comparison.
enum class Vary {
  kTarget,  ///< drive or array, its size, layout and scheduler; not file ↔ device ↔ simulated
  kKernel,
  kHost,        ///< name and processors
  kFilesystem,  ///< that the target file lies on
};

/// "target", "kernel", "host", "filesystem". Error: InvalidArgument that lists them.
absl::StatusOr<Vary> ParseVary(absl::string_view text);

struct Comparability {
  /// Why the sides must not be compared, each with what differs, and how to allow it if it can be.
  std::vector<std::string> obstacles;
  std::vector<std::string> varied;  ///< what is under test and does differ: "kernel: A's / B's"
};

/// Whether the runs of `b` may be held against those of `a`. All of them must have replayed the
/// same trace in the same way, with one engine, on one class of target; those of one side must have
/// everything in common, and those of two sides all that is not in `vary`.
/// REQUIRES: neither is empty.
Comparability CompareSides(const std::vector<NamedResult>& a, const std::vector<NamedResult>& b,
                           const std::set<Vary>& vary);

/// In what the machine and the way of two runs differ, "what: a's / b's": all that is looked at,
/// whatever is under test. Of runs of different traces, hosts and kernels alone.
std::vector<std::string> FingerprintDifferences(const RunResult& a, const RunResult& b);

}  // namespace ioreel
