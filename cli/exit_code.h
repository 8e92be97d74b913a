#pragma once

#include <vector>

#include "absl/strings/string_view.h"

namespace ioreel {

/// What the process says to scripts; the same for every subcommand.
enum class ExitCode : int {
  kOk = 0,
  kFailed = 1,  ///< the command could not do its work
  kUsage = 2,
  kRegression = 3,  ///< gate: worse than tolerated
  kInvalid = 4,     ///< a run or trace that must not be trusted: I/O errors, lost events, fidelity
  kIncomparable = 5,
  kInconclusive = 6,  ///< gate: neither a regression nor its absence is shown
};

struct ExitCodeMeaning {
  ExitCode code;
  absl::string_view meaning;
};

/// The codes that some command ends with, in the words of --help and the man pages.
const std::vector<ExitCodeMeaning>& ExitCodeMeanings();

}  // namespace ioreel
