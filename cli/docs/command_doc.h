#pragma once

#include <string>
#include <vector>

namespace ioreel {

class Command;

/// An option or a positional argument, as it was declared.
struct OptionDoc {
  std::vector<std::string> names;    ///< "-o", "--output"; of a positional its name alone
  std::string value;                 ///< "FILE", "{a,b}"; "" for a flag and a positional
  std::vector<std::string> choices;  ///< of {a,b}: all that it takes
  std::string help;
  std::string default_value;  ///< "" for none
  bool positional = false;
  bool required = false;
};

/// What a subcommand tells of itself: the source of its man page and of the completions.
struct CommandDoc {
  std::string name;  ///< "gate run" of a part of another
  std::string summary;
  std::vector<OptionDoc> options;  ///< in the order of --help
  std::vector<std::string> examples;
};

CommandDoc Describe(Command& command);

/// The words of the parts that `command` has among `commands`: "run" of "gate run".
std::vector<std::string> PartsOf(const CommandDoc& command,
                                 const std::vector<CommandDoc>& commands);

/// Of every subcommand, in the order of `ioreel --help`.
std::vector<CommandDoc> DescribeCommands();

}  // namespace ioreel
