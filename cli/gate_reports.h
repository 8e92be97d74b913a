#pragma once

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
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

  /// All files, together or not at all; then standard output: text, unless another format was asked
  /// for without a file.
  absl::Status Write(const GateReport& report) const;

  std::vector<std::string> paths() const;

 private:
  std::vector<std::string> asked_;
  std::vector<std::pair<std::string, std::string>> files_;  ///< format, path
  std::string on_stdout_ = "text";
};

/// What a gate says to scripts.
ExitCode CodeOf(GateOutcome outcome);

}  // namespace ioreel
