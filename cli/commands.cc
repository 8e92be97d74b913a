#include "cli/commands.h"

namespace ioreel {

namespace {

constexpr char kUsagePayload[] = "ioreel/usage";

}  // namespace

absl::Status UsageError(absl::string_view message) {
  absl::Status status = absl::InvalidArgumentError(message);
  status.SetPayload(kUsagePayload, absl::Cord());
  return status;
}

bool IsUsageError(const absl::Status& status) {
  return status.GetPayload(kUsagePayload).has_value();
}

std::vector<std::unique_ptr<Command>> MakeCommands() {
  std::vector<std::unique_ptr<Command>> commands;
  commands.push_back(MakeConvertCommand());
  commands.push_back(MakeInfoCommand());
  commands.push_back(MakeDoctorCommand());
  commands.push_back(MakeRecordCommand());
  commands.push_back(MakeReplayCommand());
  commands.push_back(MakeSalvageCommand());
  commands.push_back(MakeScoreCommand());
  return commands;
}

}  // namespace ioreel
