#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analysis/gate/gate.h"

/// What a gate found, for people and for the machines around them. Every text ends with a newline.

namespace ioreel {

/// For a terminal.
std::string GateText(const GateReport& report);
/// One JSON object; docs/ci.md documents its keys.
std::string GateJson(const GateReport& report);
/// JUnit's XML: a test case for each test, and one for whether the runs can be judged at all. What
/// is required and worse is a failure; what cannot be judged an error.
std::string GateJunit(const GateReport& report);
/// For a job's summary, or a comment on a pull request.
std::string GateMarkdown(const GateReport& report);
/// Workflow commands of GitHub Actions, a line each, that annotate a run.
std::string GateGithub(const GateReport& report);

struct GateFormat {
  absl::string_view name;
  std::string (*write)(const GateReport&);
};
const std::vector<GateFormat>& GateFormats();

}  // namespace ioreel
