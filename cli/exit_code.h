#pragma once

namespace ioreel {

/// What the process says to scripts; the same for every subcommand.
enum class ExitCode : int {
  kOk = 0,
  kFailed = 1,  ///< the command could not do its work
  kUsage = 2,
  kRegression = 3,  ///< gate: slower than allowed
  kInvalid = 4,     ///< a run or trace that must not be trusted: I/O errors, lost events, fidelity
  kIncomparable = 5,
  kInconclusive = 6,
};

}  // namespace ioreel
