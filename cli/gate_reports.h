#pragma once

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "analysis/gate/gate.h"
#include "cli/exit_code.h"
#include "cli/flag_set.h"

namespace ioreel {

/// The options of a gate that say how, and where, what it found is written.
class GateReports {
 public:
  void Declare(FlagSet& flags);

  /// Errors: UsageError for what cannot be asked for, or twice; that a file cannot be written.
  absl::Status Complete();

  /// A report must not replace what is read: `inputs` are files, and folders of results,
  /// also such as will be made.
  /// Errors: UsageError that names both.
  absl::Status CheckApartFrom(const std::vector<std::string>& inputs) const;

  /// All files, together or not at all; and standard output: text, unless another format was asked
  /// for without a file. What the gate says to scripts.
  /// Errors: a file that cannot be written; it ends with the gate's code, unless that is a pass.
  absl::StatusOr<ExitCode> Write(const GateReport& report) const;

  std::vector<std::string> paths() const;

 private:
  absl::Status WriteFiles(const GateReport& report) const;

  std::vector<std::string> asked_;
  std::vector<std::pair<std::string, std::string>> files_;  ///< format, path
  std::string on_stdout_ = "text";
};

/// What a gate says to scripts.
ExitCode CodeOf(GateOutcome outcome);

}  // namespace ioreel
