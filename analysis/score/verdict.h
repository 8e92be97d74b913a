#pragma once

#include <string>
#include <vector>

#include "formats/result/run_result.h"

namespace ioreel {

/// What stands against using a result, each reason a sentence for the user.
struct Verdict {
  std::vector<std::string> invalid;   ///< the run went wrong: errors, cut short, time not kept
  std::vector<std::string> tainted;   ///< the trace is damaged or has losses
  std::vector<std::string> withheld;  ///< a sound run that measured something else than the trace
                                      ///< on the drive: page cache, substituted I/Os
  bool trusted() const { return invalid.empty() && tainted.empty(); }
};
Verdict Judge(const RunResult& result);

/// Why a run did other I/Os than those of the trace: substituted or skipped ones, engine null.
std::vector<std::string> WhyNotTheTrace(const RunResult& result);

/// Why figures of `a` and `b` must not be compared: they replayed different things, or in different
/// ways. Each "what: a's / b's". Empty = comparable.
std::vector<std::string> Differences(const RunResult& a, const RunResult& b);

}  // namespace ioreel
