#pragma once

#include <string>
#include <vector>

#include "cli/docs/command_doc.h"

/// Scripts that complete subcommands, options, the values that an option has to choose from, and
/// file names where a file, folder, device or target is wanted.

namespace ioreel {

/// For bash, which sources it; needs nothing of the package bash-completion.
std::string BashCompletion(const std::vector<CommandDoc>& commands);

/// For zsh: the file _ioreel of a folder in $fpath.
std::string ZshCompletion(const std::vector<CommandDoc>& commands);

/// Whether the value of `option` is, or may begin as, a file name.
bool TakesFile(const OptionDoc& option);

}  // namespace ioreel
