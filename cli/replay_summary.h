#pragma once

#include <string>

#include "formats/result/run_result.h"

namespace ioreel {

/// What a replay came to, for people: time against the recorded run, rates and latencies, how well
/// time was kept, what was left out, changed or failed. Lines end with a newline.
std::string ReplaySummary(const RunResult& result);

}  // namespace ioreel
