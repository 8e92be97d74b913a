#pragma once

#include <memory>

#include "cli/command.h"

/// One factory for each file cli/cmd_<name>.cc; MakeCommands lists them.

namespace ioreel {

std::unique_ptr<Command> MakeAnalyzeCommand();
std::unique_ptr<Command> MakeBaselineAddCommand();
std::unique_ptr<Command> MakeBaselineCommand();
std::unique_ptr<Command> MakeBaselinePruneCommand();
std::unique_ptr<Command> MakeBaselineShowCommand();
std::unique_ptr<Command> MakeCompareCommand();
std::unique_ptr<Command> MakeConvertCommand();
std::unique_ptr<Command> MakeGateCommand();
std::unique_ptr<Command> MakeGateRunCommand();
std::unique_ptr<Command> MakeInfoCommand();
std::unique_ptr<Command> MakeDoctorCommand();
std::unique_ptr<Command> MakeListCommand();
std::unique_ptr<Command> MakePrepareCommand();
std::unique_ptr<Command> MakeRecordCommand();
std::unique_ptr<Command> MakeReplayCommand();
std::unique_ptr<Command> MakeReportCommand();
std::unique_ptr<Command> MakeSweepCommand();
std::unique_ptr<Command> MakeFitCommand();
std::unique_ptr<Command> MakeSynthCommand();
std::unique_ptr<Command> MakeSalvageCommand();
std::unique_ptr<Command> MakeScoreCommand();
std::unique_ptr<Command> MakeSuiteCommand();
std::unique_ptr<Command> MakeSuiteConsistencyCommand();
std::unique_ptr<Command> MakeSuiteInitCommand();
std::unique_ptr<Command> MakeSuiteReferenceCommand();
std::unique_ptr<Command> MakeSuiteRunCommand();

}  // namespace ioreel
