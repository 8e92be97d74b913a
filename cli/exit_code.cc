#include "cli/exit_code.h"

namespace ioreel {

const std::vector<ExitCodeMeaning>& ExitCodeMeanings() {
  static const std::vector<ExitCodeMeaning>& meanings = *new std::vector<ExitCodeMeaning>{
      {ExitCode::kOk, "fine"},
      {ExitCode::kFailed, "failed"},
      {ExitCode::kUsage, "wrong usage"},
      {ExitCode::kRegression, "gate: a regression"},
      {ExitCode::kInvalid, "the run or the trace is not to be trusted"},
      {ExitCode::kIncomparable, "results that cannot be compared"},
      {ExitCode::kInconclusive, "gate: inconclusive"},
  };
  return meanings;
}

}  // namespace ioreel
