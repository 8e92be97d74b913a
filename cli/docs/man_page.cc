#include "cli/docs/man_page.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "base/console.h"
#include "base/version.h"
#include "cli/exit_code.h"

namespace ioreel {
namespace {

/// Text that roff prints as it stands, also at the front of a line.
std::string Roff(absl::string_view text) {
  const std::string escaped = absl::StrReplaceAll(ConsoleText(Printable(text), /*utf8=*/false),
                                                  {{"\\", "\\e"}, {"-", "\\-"}});
  const bool is_request = absl::StartsWith(escaped, ".") || absl::StartsWith(escaped, "'");
  return absl::StrCat(is_request ? "\\&" : "", escaped);
}

std::string Bold(absl::string_view text) { return absl::StrCat("\\fB", Roff(text), "\\fR"); }
std::string Italic(absl::string_view text) { return absl::StrCat("\\fI", Roff(text), "\\fR"); }

/// `summary` as the part of a sentence that NAME sections hold.
std::string Title(absl::string_view page, std::string summary) {
  summary.front() = absl::ascii_tolower(static_cast<unsigned char>(summary.front()));
  return absl::StrCat(".TH ", absl::AsciiStrToUpper(page), " 1 \"\" \"ioreel ", kVersion,
                      "\" \"ioreel manual\"\n.SH NAME\n", Roff(page), " \\- ", Roff(summary), "\n");
}

std::string Section(absl::string_view title, absl::string_view body) {
  return body.empty() ? "" : absl::StrCat(".SH ", title, "\n", body);
}

/// A term, and below it, indented, what it means.
std::string Entry(absl::string_view term, absl::string_view meaning) {
  return absl::StrCat(".TP\n", term, "\n", meaning, "\n");
}

std::string OptionTerm(const OptionDoc& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.names) names.push_back(Bold(name));
  return absl::StrCat(absl::StrJoin(names, ", "), option.value.empty() ? "" : " ",
                      Italic(absl::StrReplaceAll(option.value, {{",", ", "}})));
}

std::string OptionEntry(const OptionDoc& option) {
  std::string meaning = Roff(option.help);
  if (!option.default_value.empty()) {
    absl::StrAppend(&meaning, " [", Roff(option.default_value), "]");
  }
  return Entry(option.positional ? Italic(option.names.front()) : OptionTerm(option), meaning);
}

std::string Options(const CommandDoc& command, bool positional) {
  std::string entries;
  for (const OptionDoc& option : command.options) {
    if (option.positional == positional) absl::StrAppend(&entries, OptionEntry(option));
  }
  return entries;
}

std::string Synopsis(const CommandDoc& command) {
  std::string line = absl::StrCat(Bold(absl::StrCat("ioreel ", command.name)), " [options]");
  for (const OptionDoc& option : command.options) {
    if (!option.positional) continue;
    const std::string name = Italic(option.names.front());
    absl::StrAppend(&line, " ", option.required ? name : absl::StrCat("[", name, "]"));
  }
  return line + "\n";
}

std::string Examples(const CommandDoc& command) {
  if (command.examples.empty()) return "";
  std::string lines = ".EX\n";
  for (const std::string& example : command.examples) absl::StrAppend(&lines, Roff(example), "\n");
  return lines + ".EE\n";
}

std::string ExitStatus() {
  std::string entries;
  for (const auto& [code, meaning] : ExitCodeMeanings()) {
    absl::StrAppend(&entries, Entry(Bold(absl::StrCat(static_cast<int>(code))), Roff(meaning)));
  }
  return entries;
}

}  // namespace

std::string ManPageName(const CommandDoc& command) {
  return absl::StrCat("ioreel-", absl::StrReplaceAll(command.name, {{" ", "-"}}));
}

std::string ProgramManPage(const std::vector<CommandDoc>& commands) {
  std::string entries;
  for (const CommandDoc& command : commands) {
    absl::StrAppend(&entries, Entry(Bold(ManPageName(command)) + "(1)", Roff(command.summary)));
  }
  const std::string synopsis =
      absl::StrCat(Bold("ioreel"), " ", Italic("command"), " [options] [arguments]\n.br\n",
                   Bold("ioreel"), " ", Italic("command"), " ", Bold("--help"), "\n");
  return absl::StrCat(
      Title("ioreel", "record what applications do to a drive and replay it on other drives"),
      Section("SYNOPSIS", synopsis), Section("COMMANDS", entries),
      Section("EXIT STATUS", ExitStatus()));
}

std::string CommandManPage(const CommandDoc& command) {
  return absl::StrCat(
      Title(ManPageName(command), command.summary), Section("SYNOPSIS", Synopsis(command)),
      Section("ARGUMENTS", Options(command, true)), Section("OPTIONS", Options(command, false)),
      Section("EXAMPLES", Examples(command)), Section("EXIT STATUS", ExitStatus()),
      Section("SEE ALSO", Bold("ioreel") + "(1)\n"));
}

}  // namespace ioreel
