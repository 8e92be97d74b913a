#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "formats/import_log.h"
#include "formats/result/run_result.h"
#include "replay/prime/growth.h"
#include "replay/session_options.h"

namespace ioreel {

/// What a session tells the user on its way.
class SessionUi {
 public:
  virtual ~SessionUi() = default;
  virtual void Say(const std::string& line) = 0;        ///< a line of the plan
  virtual void ReportImport(const ImportLog& log) = 0;  ///< what reading the trace met, once
  /// Once the plan stands: what the result will say of it, but for the trace's name and digest.
  virtual void Planned(const RunResult& /*facts*/) {}
  /// And what the files of its targets will grow by.
  virtual void PlannedGrowth(const std::vector<Growth>& /*growths*/) {}
  /// What may be wrong with a target; a warning on standard error, unless overridden.
  virtual void Doubt(const std::string& doubt);
};

/// One replay from the trace to its result: looks at the trace, fits it to the target, says the
/// plan, asks for consent, makes and primes what is allowed, and replays. Nothing is written
/// before the whole plan stands. nullopt after --dry-run. When `stop` is set it ends with what it
/// has, once the first I/O has gone out.
/// Errors: what is wrong with the trace (IsTaintRefusal: only that it is tainted), the target, how
/// they fit, or the consent; then nothing was written, and a file made on the way is gone. I/O
/// errors are part of the result. REQUIRES: NameTargets(options) is OK.
absl::StatusOr<std::optional<RunResult>> RunSession(const SessionOptions& options,
                                                    const std::atomic<bool>* stop, SessionUi* ui);

}  // namespace ioreel
