#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <map>
#include <sstream>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "base/console.h"
#include "base/version.h"
#include "cli/command.h"

namespace ioreel {
namespace {

void PrintError(absl::string_view text) { std::fputs(ConsoleText(text).c_str(), stderr); }

/// Whether standard output is a pipe of which nobody reads the other end any more.
bool ReaderHasGone() {
  pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT, .revents = 0};
  return poll(&out, 1, 0) > 0 && (out.revents & POLLERR) != 0;
}

/// Whether all that was printed has arrived; a full disk must not pass for a short answer. Who has
/// stopped reading has had enough.
absl::Status FlushOutput() {
  if (std::fflush(stdout) == 0 && !std::ferror(stdout)) return absl::OkStatus();
  if (ReaderHasGone()) return absl::OkStatus();
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
  PrintError(absl::StrCat("ioreel ", command.name(), ": ", code.status().message(), "\n"));
  return static_cast<int>(ExitCodeOf(code.status()));
}

constexpr char kExamples[] =
    "Examples:\n"
    "  ioreel record -d /dev/sdb -o app.ioreel -- make -C /mnt/project\n"
    "  ioreel replay app.ioreel --target /mnt/new/scratch --create auto -o new.json\n"
    "  ioreel score new.json";

/// "Exit codes: 0 fine; 1 failed; …"
std::string ExitCodeText() {
  const auto one = [](std::string* out, const ExitCodeMeaning& exit) {
    absl::StrAppend(out, static_cast<int>(exit.code), " ", exit.meaning);
  };
  return absl::StrCat("Exit codes: ", absl::StrJoin(ExitCodeMeanings(), "; ", one));
}

/// "ioreel replay: no option is called --frobnicate; …", where CLI11 would first ask for what else
/// is missing.
std::string ParseErrorText(const CLI::App& app, const CLI::ParseError& error) {
  std::string command = "ioreel";
  std::vector<CLI::App*> subs = app.get_subcommands();
  for (auto deeper = subs; !deeper.empty(); deeper = deeper.front()->get_subcommands()) {
    absl::StrAppend(&command, " ", deeper.front()->get_name());
  }
  const std::vector<std::string> extras = app.remaining(/*recurse=*/true);
  std::string what = error.what();
  if (!extras.empty()) {
    const std::string& extra = extras.front();
    what = extra[0] == '-' ? absl::StrCat("no option is called ", extra)
           : subs.empty()  ? absl::StrCat("no command is called ", extra)
                           : absl::StrCat("nothing is to be done with '", extra, "'");
  }
  return absl::StrCat(command, ": ", what, "; see ", command, " --help\n");
}

/// The place of a command in the tree, where "gate run" stands below "gate", which is there
/// already.
CLI::App* AddCommand(const Command& command, CLI::App* app) {
  const std::vector<std::string> words = absl::StrSplit(command.name(), ' ');
  for (size_t i = 0; i + 1 < words.size(); ++i) app = app->get_subcommand(words[i]);
  return app->add_subcommand(words.back(), command.summary());
}

/// The command that the words named: of "gate run" not "gate".
Command* Chosen(const std::map<const CLI::App*, Command*>& commands, const CLI::App& app) {
  const CLI::App* chosen = &app;
  while (!chosen->get_subcommands().empty()) chosen = chosen->get_subcommands().front();
  return commands.at(chosen);
}

/// The first "--" becomes a word that CLI11 keeps.
void KeepListMark(std::vector<const char*>* words) {
  const auto is_mark = [](const char* word) { return absl::string_view(word) == "--"; };
  const auto mark = std::find_if(words->begin(), words->end(), is_mark);
  if (mark != words->end()) *mark = FlagSet::kListMark;
}

int Main(int argc, char** argv) {
  TakeStandardDescriptors();
  CLI::App app("ioreel records what applications do to a drive and replays it on other drives.");
  app.name("ioreel");
  app.set_help_flag("-h,--help", FlagSet::kHelpHelp);
  app.set_version_flag("--version", std::string("ioreel ") + kVersion,
                       "print the version and exit");
  app.require_subcommand(1);

  const std::string exit_codes = ExitCodeText();
  const std::vector<std::unique_ptr<Command>> commands = MakeCommands();
  std::map<const CLI::App*, Command*> by_app;
  std::vector<const char*> words(argv, argv + argc);
  for (const auto& command : commands) {
    CLI::App* sub = AddCommand(*command, &app);
    FlagSet flags(sub);
    command->Declare(flags);
    if (flags.has_two_lists() && argc > 1 && command->name() == argv[1]) KeepListMark(&words);
    sub->footer(
        absl::StrCat(sub->get_footer(), sub->get_footer().empty() ? "" : "\n\n", exit_codes));
    by_app[sub] = command.get();
  }
  app.footer(absl::StrCat(kExamples, "\n\n",
                          exit_codes));  // behind those of the commands, which would begin with it
  try {
    app.parse(static_cast<int>(words.size()), words.data());
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) {
      PrintError(ParseErrorText(app, error));
      return static_cast<int>(ExitCode::kUsage);
    }
    std::ostringstream out, err;
    app.exit(error, out, err);
    Print(out.str());
    return static_cast<int>(ExitCode::kOk);
  }
  return RunCommand(*Chosen(by_app, app));
}

}  // namespace
}  // namespace ioreel

int main(int argc, char** argv) { return ioreel::Main(argc, argv); }
