#pragma once

#include <string>
#include <vector>

#include "cli/docs/command_doc.h"

/// Manual pages of section 1 in the macros of man(7), plain ASCII.

namespace ioreel {

/// ioreel(1): what there is, and where it is described.
std::string ProgramManPage(const std::vector<CommandDoc>& commands);

/// ioreel-NAME(1), "ioreel-gate-run" of the command "gate run".
std::string ManPageName(const CommandDoc& command);
std::string CommandManPage(const CommandDoc& command);

}  // namespace ioreel
