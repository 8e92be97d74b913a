#pragma once

#include <string>
#include <vector>

namespace ioreel {

/// A command line on one line of text, as bash takes it back: words are quoted where they must be.
std::string ShellText(const std::vector<std::string>& argv);

}  // namespace ioreel
