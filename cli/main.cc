#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>

#include "base/version.h"
#include "cli/command.h"

namespace ioreel {
namespace {

/// Whether all that was printed has arrived; a full disk must not pass for a short answer.
absl::Status FlushOutput() {
  std::cout.flush();
  if (std::cout.good() && std::fflush(stdout) == 0 && !std::ferror(stdout)) return absl::OkStatus();
  return absl::DataLossError("standard output took only a part of what was to be printed");
}

/// Takes the numbers of standard descriptors that are closed, so that no file or device gets one
/// and, with it, what is printed. They still fail as closed ones do.
void TakeStandardDescriptors() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(fd, F_GETFD) >= 0) continue;
    const int taken = open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    if (taken != fd) _exit(static_cast<int>(ExitCode::kFailed));
  }
}

int RunCommand(Command& command) {
  absl::StatusOr<ExitCode> code = command.Run();
  if (const absl::Status printed = FlushOutput(); code.ok() && !printed.ok()) code = printed;
  if (code.ok()) return static_cast<int>(*code);
  std::fprintf(stderr, "ioreel %s: %s\n", command.name().c_str(),
               std::string(code.status().message()).c_str());
  return static_cast<int>(ExitCodeOf(code.status()));
}

int Main(int argc, char** argv) {
  TakeStandardDescriptors();
  CLI::App app("ioreel records what applications do to a drive and replays it on other drives.");
  app.name("ioreel");
  app.set_version_flag("--version", std::string("ioreel ") + kVersion);
  app.require_subcommand(1);

  const std::vector<std::unique_ptr<Command>> commands = MakeCommands();
  Command* chosen = nullptr;
  for (const auto& command : commands) {
    CLI::App* sub = app.add_subcommand(command->name(), command->summary());
    FlagSet flags(sub);
    command->Declare(flags);
    sub->callback([&chosen, raw = command.get()] { chosen = raw; });
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : static_cast<int>(ExitCode::kUsage);
  }
  return RunCommand(*chosen);
}

}  // namespace
}  // namespace ioreel

int main(int argc, char** argv) { return ioreel::Main(argc, argv); }
