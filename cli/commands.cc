#include "cli/commands.h"

#include "formats/option_error.h"

namespace ioreel {

namespace {

constexpr char kExitCodePayload[] = "ioreel/exit-code";

}  // namespace

absl::Status UsageError(absl::string_view message) {
  return WithExitCode(absl::InvalidArgumentError(message), ExitCode::kUsage);
}

absl::Status WithExitCode(absl::Status status, ExitCode code) {
  status.SetPayload(kExitCodePayload, absl::Cord(std::string(1, static_cast<char>(code))));
  return status;
}

ExitCode ExitCodeOf(const absl::Status& error) {
  const auto code = error.GetPayload(kExitCodePayload);
  if (code) return static_cast<ExitCode>((*code)[0]);
  return IsOptionError(error) ? ExitCode::kUsage : ExitCode::kFailed;
}

std::vector<std::unique_ptr<Command>> MakeCommands() {
  std::vector<std::unique_ptr<Command>> commands;
  commands.push_back(MakeConvertCommand());
  commands.push_back(MakeInfoCommand());
  commands.push_back(MakeAnalyzeCommand());
  commands.push_back(MakeDoctorCommand());
  commands.push_back(MakeListCommand());
  commands.push_back(MakeRecordCommand());
  commands.push_back(MakeReplayCommand());
  commands.push_back(MakeSalvageCommand());
  commands.push_back(MakeScoreCommand());
  commands.push_back(MakeSuiteCommand());
  commands.push_back(MakeSuiteInitCommand());
  commands.push_back(MakeSuiteRunCommand());
  commands.push_back(MakeSuiteConsistencyCommand());
  commands.push_back(MakeSuiteReferenceCommand());
  commands.push_back(MakeCompareCommand());
  commands.push_back(MakeGateCommand());
  commands.push_back(MakeGateRunCommand());
  commands.push_back(MakeBaselineCommand());
  commands.push_back(MakeBaselineAddCommand());
  commands.push_back(MakeBaselineShowCommand());
  commands.push_back(MakeBaselinePruneCommand());
  commands.push_back(MakeReportCommand());
  commands.push_back(MakePrepareCommand());
  commands.push_back(MakeSynthCommand());
  commands.push_back(MakeSweepCommand());
  commands.push_back(MakeFitCommand());
  return commands;
}

}  // namespace ioreel
