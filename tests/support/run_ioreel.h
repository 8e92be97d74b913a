#pragma once

#include <string>
#include <vector>

namespace ioreel {

/// What a run of the program said. A program killed by a signal has 128 + signal as its code.
struct ProgramRun {
  int code = -1;
  std::string out;
  std::string err;
  long max_rss_kib = 0;  ///< at least what the test program itself had
};

/// The ioreel of this build; for shell commands.
std::string IoreelPath();

/// Runs a program of the PATH, without a shell, and waits for its end.
ProgramRun RunProgram(const std::vector<std::string>& argv);
/// The same with the ioreel of this build.
ProgramRun RunIoreel(const std::vector<std::string>& arguments);

}  // namespace ioreel
