#pragma once

#include <string>

namespace ioreel {

/// "SIGSEGV"; "signal 35" for one without a name.
std::string SignalName(int signal);

}  // namespace ioreel
