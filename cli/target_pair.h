#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "cli/flag_set.h"
#include "cli/pair_session.h"
#include "replay/session_options.h"

namespace ioreel {

/// Whether both specs name one target: the same text, or files and devices that are the same, by
/// whatever name or link.
bool AreSameTarget(const std::string& a, const std::string& b);

/// The options that name the two targets of a session.
class TargetPair {
 public:
  void Declare(FlagSet& flags);

  /// How each of the traces is replayed on either target: as `options` say, with the consents that
  /// name a target going to it. Of several traces, --create auto makes a file on which the largest
  /// fits.
  /// Errors: UsageError for targets that are missing or wrong, or are the trace, a consent that
  /// names neither, a trace that cannot be read twice, or is given twice; those of reading the
  /// traces. REQUIRES: !traces.empty().
  absl::StatusOr<std::vector<PairedTrace>> Pair(const std::vector<std::string>& traces,
                                                const SessionOptions& options,
                                                const std::atomic<bool>* stop) const;

 private:
  std::string base_, candidate_;
};

}  // namespace ioreel
