#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "analysis/score_report.h"
#include "replay/session_options.h"

namespace ioreel {

/// A trace, and how it is replayed on either target.
struct PairedTrace {
  std::string name;  ///< of its results' files
  SessionOptions base, candidate;
};

/// Replays traces on two targets in turn, A B, B A, A B …, so that what changes with time strikes
/// both alike, each time as `ioreel replay` does it. The first pair only warms up. A file that
/// --create makes is made once. Every result is kept in a folder, base/001-NAME.json,
/// candidate/001-NAME.json and so on.
class PairSession {
 public:
  /// `stop`: set, it ends the replay that runs. REQUIRES: !traces.empty().
  PairSession(std::vector<PairedTrace> traces, std::string folder, const std::atomic<bool>* stop)
      : traces_(std::move(traces)), folder_(std::move(folder)), stop_(stop) {}

  /// Makes the folder. Errors: FailedPrecondition where it holds results and `resume` is false.
  absl::Status Prepare(bool resume);

  /// Only says what would be done.
  absl::Status DryRun();

  /// A pair whose results are not kept among the others.
  absl::Status WarmUp();
  bool is_warm() const { return !warm_base_.empty(); }

  /// The next pair's results, from the folder where it has them and they are sound.
  absl::StatusOr<bool> TakeKept();
  /// The next pair. Errors: those of RunSession; Cancelled when it was stopped.
  absl::Status RunPair();

  int pairs() const { return pairs_; }
  const std::vector<NamedResult>& warm_base() const { return warm_base_; }
  const std::vector<NamedResult>& warm_candidate() const { return warm_candidate_; }
  const std::vector<NamedResult>& base() const { return base_; }
  const std::vector<NamedResult>& candidate() const { return candidate_; }

 private:
  enum class Side { kBase, kCandidate };

  std::string PathOf(const std::string& part, int pair, const PairedTrace& trace) const;
  absl::StatusOr<NamedResult> Replay(PairedTrace& trace, Side side, const std::string& path);
  void MadeTarget(const std::string& target);
  absl::Status Interrupted() const;

  std::vector<PairedTrace> traces_;
  const std::string folder_;
  const std::atomic<bool>* const stop_;
  int pairs_ = 0;
  std::vector<NamedResult> warm_base_, warm_candidate_, base_, candidate_;
};

}  // namespace ioreel
