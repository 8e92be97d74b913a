#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "formats/result/suite_result.h"

namespace ioreel {

/// A trace of a suite, as its definition names it.
struct SuiteTrace {
  std::string name;    ///< letters, digits, '.', '_' and '-'
  std::string path;    ///< where it lies, seen from the definition's folder
  std::string digest;  ///< formats/digest.h
  double weight = 1;   ///< in the geometric means; above 0
  std::string about;   ///< one line of what it is

  bool operator==(const SuiteTrace&) const = default;
};

/// Traces that are run and scored together. Its file is suite.toml, which docs/suite.md describes.
struct Suite {
  SuiteIdentity identity;
  std::vector<SuiteTrace> traces;  ///< distinct in name, path and digest; one or more
  std::vector<std::string> quick;  ///< names of the traces of a quick run; may be none
  std::optional<SuiteReference> full_reference;   ///< of all traces
  std::optional<SuiteReference> quick_reference;  ///< of those of a quick run, in such a run

  bool operator==(const Suite&) const = default;

  const SuiteTrace* Find(absl::string_view name) const;
};

/// Errors: InvalidArgument "NAME:LINE:COLUMN: …" for what is no TOML, unknown keys, values of a
/// wrong type or that cannot be, and what does not fit together.
absl::StatusOr<Suite> ParseSuite(const std::string& text, const std::string& name);
absl::StatusOr<Suite> ReadSuite(const std::string& path);

/// A text that ParseSuite understands as `suite`.
std::string SuiteText(const Suite& suite);
absl::Status WriteSuite(const Suite& suite, const std::string& path);

/// The file of a trace of the suite that is defined by `suite_path`.
std::string SuiteTracePath(const std::string& suite_path, const SuiteTrace& trace);

/// Errors: FailedPrecondition where the trace's file is not the one that the suite was made with;
/// those of reading it.
absl::Status CheckUnchanged(const std::string& suite_path, const SuiteTrace& trace);

/// Whether a trace may be called so.
bool IsSuiteTraceName(absl::string_view name);

}  // namespace ioreel
