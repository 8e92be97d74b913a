#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "cli/docs/completion.h"

namespace ioreel {
namespace {

constexpr char kHead[] = R"(# bash completion of ioreel, made from its options

_ioreel_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2"); }

_ioreel_files() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -f -- "$1")
}

_ioreel() {
  local word=$2 before=$3 options= parts= command=${COMP_WORDS[1]}
  COMPREPLY=()
)";

constexpr char kTail[] = R"(  esac
  case $word in
    -*) _ioreel_words "$options" "$word" ;;
    *)
      if [ "$COMP_CWORD" = 2 ] && [ -n "$parts" ]; then
        _ioreel_words "$parts" "$word"
      else
        _ioreel_files "$word"
      fi ;;
  esac
}

complete -F _ioreel ioreel
)";

/// What completes the value of an option, as a command of the script.
std::string ValueCompletion(const OptionDoc& option) {
  if (!option.choices.empty()) {
    return absl::StrCat("_ioreel_words '", absl::StrJoin(option.choices, " "), "' \"$word\"; ");
  }
  return TakesFile(option) ? "_ioreel_files \"$word\"; " : "";
}

std::string CommandCase(const CommandDoc& command, const std::vector<CommandDoc>& commands) {
  std::vector<std::string> names;
  std::string values;
  std::string words;
  for (const OptionDoc& option : command.options) {
    if (option.positional) {
      if (!option.choices.empty()) words = ValueCompletion(option);
      continue;
    }
    names.insert(names.end(), option.names.begin(), option.names.end());
    if (option.value.empty()) continue;
    absl::StrAppend(&values, "        ", absl::StrJoin(option.names, "|"), ") ",
                    ValueCompletion(option), "return ;;\n");
  }
  if (!words.empty()) absl::StrAppend(&values, "        [!-]*) ", words, "return ;;\n");
  return absl::StrCat("    '", command.name, "')\n      options='", absl::StrJoin(names, " "),
                      "' parts='", absl::StrJoin(PartsOf(command, commands), " "),
                      "'\n      case $before in\n", values, "      esac ;;\n");
}

/// "gate" and "run" become one command, once both are there.
std::string TakePart(const std::vector<std::string>& parts) {
  if (parts.empty()) return "";
  return absl::StrCat("  case \"$command ${COMP_WORDS[2]}\" in\n    ", absl::StrJoin(parts, "|"),
                      ") [ \"$COMP_CWORD\" = 2 ] || command+=\" ${COMP_WORDS[2]}\" ;;\n  esac\n");
}

}  // namespace

std::string BashCompletion(const std::vector<CommandDoc>& commands) {
  std::vector<std::string> names;
  std::vector<std::string> parts;  // as patterns of a case
  std::string cases;
  for (const CommandDoc& command : commands) {
    if (absl::StrContains(command.name, ' '))
      parts.push_back(absl::StrCat("'", command.name, "'"));
    else
      names.push_back(command.name);
    absl::StrAppend(&cases, CommandCase(command, commands));
  }
  return absl::StrCat(kHead, "  if [ \"$COMP_CWORD\" = 1 ]; then\n    _ioreel_words '",
                      absl::StrJoin(names, " "), " --help --version' \"$word\"\n    return\n  fi\n",
                      TakePart(parts), "  case $command in\n", cases, kTail);
}

}  // namespace ioreel
