#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "base/console.h"
#include "cli/docs/completion.h"

namespace ioreel {
namespace {

constexpr char kHead[] = R"(#compdef ioreel
# zsh completion of ioreel, made from its options

_ioreel() {
  local context state state_descr line
  typeset -A opt_args
  _arguments -C '(- *)'{-h,--help}'[print help and exit]' \
    '(- *)--version[print the version and exit]' \
    '1:command:->command' '*::argument:->argument'
  case $state in
    command)
      local -a commands=(
)";

constexpr char kTail[] = R"(      esac ;;
  esac
}

_ioreel "$@"
)";

/// Text inside a quoted specification, whose own marks are colons and brackets.
std::string Spec(absl::string_view text) {
  return absl::StrReplaceAll(
      Printable(text), {{"\\", "\\\\"}, {"'", "'\\''"}, {":", "\\:"}, {"[", "\\["}, {"]", "\\]"}});
}

/// ":FILE:_files"; "" for a flag.
std::string ValueSpec(const OptionDoc& option) {
  const bool choice = !option.choices.empty();
  const std::string& name = option.positional ? option.names.front() : option.value;
  if (name.empty()) return "";
  const std::string action = choice ? absl::StrCat("(", absl::StrJoin(option.choices, " "), ")")
                             : TakesFile(option) ? "_files"
                                                 : " ";
  return absl::StrCat(":", choice ? "value" : Spec(name), ":", action);
}

/// "'--json[print JSON]'", or with both names of an option, of which one excludes the other.
std::string Argument(const OptionDoc& option) {
  if (option.positional) return absl::StrCat("'*", ValueSpec(option), "'");
  const std::string rest = absl::StrCat("[", Spec(option.help), "]", ValueSpec(option), "'");
  if (option.names.size() == 1) return absl::StrCat("'*", option.names.front(), rest);
  return absl::StrCat("'*'{", absl::StrJoin(option.names, ","), "}'", rest);
}

/// What may stand first behind a command that has parts.
std::string Parts(const std::vector<std::string>& parts) {
  return absl::StrCat("'1:part:(", absl::StrJoin(parts, " "), ")'");
}

std::string CommandCase(const CommandDoc& command, const std::vector<CommandDoc>& commands) {
  std::vector<std::string> arguments;
  const std::vector<std::string> parts = PartsOf(command, commands);
  if (!parts.empty()) arguments.push_back(Parts(parts));
  for (const OptionDoc& option : command.options) arguments.push_back(Argument(option));
  return absl::StrCat("        '", command.name, "') _arguments \\\n          ",
                      absl::StrJoin(arguments, " \\\n          "), " ;;\n");
}

}  // namespace

std::string ZshCompletion(const std::vector<CommandDoc>& commands) {
  std::string summaries;
  std::string parts = "|";
  std::string cases;
  for (const CommandDoc& command : commands) {
    if (absl::StrContains(command.name, ' '))
      absl::StrAppend(&parts, command.name, "|");
    else
      absl::StrAppend(&summaries, "        '", command.name, ":", Spec(command.summary), "'\n");
    absl::StrAppend(&cases, CommandCase(command, commands));
  }
  return absl::StrCat(kHead, summaries,
                      "      )\n      _describe command commands ;;\n    argument)\n"
                      "      local name=$words[1]\n"
                      "      if (( CURRENT > 2 )) && [[ '",
                      parts,
                      "' == *\"|$name $words[2]|\"* ]]; then\n"
                      "        name+=\" $words[2]\"; shift words; (( CURRENT-- ))\n"
                      "      fi\n      case $name in\n",
                      cases, kTail);
}

}  // namespace ioreel
