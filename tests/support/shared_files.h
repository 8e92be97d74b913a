#pragma once

#include <string>

namespace ioreel {

/// Path of a file of the project itself: ProjectFile("docs/scoring.md").
std::string ProjectFile(const std::string& relative);

/// Path of a handed file below IOREEL_SHARED (default: ../shared beside the project), or ""
/// when the folder or the file is not there; a test then skips with SKIP_WITHOUT_SHARED.
std::string SharedFile(const std::string& relative);

}  // namespace ioreel

#define SKIP_WITHOUT_SHARED(variable, relative)                \
  const std::string variable = ::ioreel::SharedFile(relative); \
  if (variable.empty()) GTEST_SKIP() << "handed file not present: IOREEL_SHARED/" << (relative)
