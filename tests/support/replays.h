#pragma once

#include <string>
#include <vector>

#include "formats/result/run_result.h"
#include "tests/support/run_ioreel.h"

namespace ioreel {

/// `ioreel replay` with these arguments.
ProgramRun RunReplay(std::vector<std::string> arguments);

/// What it wrote to `path`; an empty result, and a failure of the test, where that cannot be read.
RunResult ResultOf(const std::string& path);

}  // namespace ioreel
