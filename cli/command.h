#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "cli/exit_code.h"
#include "cli/flag_set.h"

namespace ioreel {

/// One subcommand: its options live in its members, one file each in cli/cmd_<name>.cc.
class Command {
 public:
  virtual ~Command() = default;
  /// Of a part of another command its name, too: "gate run", listed behind "gate".
  virtual std::string name() const = 0;
  virtual std::string summary() const = 0;  ///< one line for `ioreel --help`
  virtual void Declare(FlagSet& flags) = 0;

  /// An error Status is printed as "ioreel NAME: message" and ends with ExitCodeOf it.
  virtual absl::StatusOr<ExitCode> Run() = 0;
};

/// The user asked for something that does not fit together.
absl::Status UsageError(absl::string_view message);

/// An error that ends the program with `code`; without, it does with kFailed.
absl::Status WithExitCode(absl::Status status, ExitCode code);
ExitCode ExitCodeOf(const absl::Status& error);

/// Every subcommand, in the order of --help. A new one is a factory and a line in commands.cc.
std::vector<std::unique_ptr<Command>> MakeCommands();

}  // namespace ioreel
