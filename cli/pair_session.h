#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "cli/pair_store.h"
#include "replay/session_options.h"

namespace ioreel {

/// A trace, and how it is replayed on either target.
struct PairedTrace {
  std::string name;  ///< of its results' files
  SessionOptions base, candidate;
};

/// Replays traces on two targets in turn, A B, B A, A B …, so that what changes with time strikes
/// both alike, each time as `ioreel replay` does it. The first pair only warms up. A file that
/// --create makes is made once. Every result is kept.
class PairSession {
 public:
  /// `stop`: set, it ends the replay that runs. A pair of which a run did not keep time, and that
  /// alone is wrong with it, is made again, up to `retries` times in all. REQUIRES:
  /// !traces.empty().
  PairSession(std::vector<PairedTrace> traces, std::string folder, int retries,
              const std::atomic<bool>* stop)
      : traces_(std::move(traces)), store_(std::move(folder)), retries_(retries), stop_(stop) {}

  /// Says what will be done on standard error, and finds what stands against it on either target.
  /// Nothing is written. Errors: those of RunSession.
  absl::Status Plan();
  /// What the runs will be, as far as a plan knows: of each trace one without repeats.
  const PairResults& planned() const { return planned_; }

  /// As that of PairStore; what the folder holds must be of runs as they are planned.
  /// Errors: also FailedPrecondition, with kIncomparable, that tells what differs.
  absl::Status Prepare(bool resume) const;

  /// A pair whose results are not kept among the others.
  absl::Status WarmUp();
  bool is_warm() const { return !warm_.base.empty(); }

  /// The next pair's results, from the folder where it has them and they are sound.
  absl::StatusOr<bool> TakeKept();
  /// The next pair. Errors: those of RunSession; Cancelled when it was stopped.
  absl::Status RunPair();

  const PairResults& warm_up() const { return warm_; }
  const PairResults& results() const { return results_; }  ///< of all pairs, in order
  int pairs() const { return pairs_; }
  int rejected() const { return rejected_; }  ///< pairs that were made again

 private:
  absl::Status CheckKept() const;
  absl::StatusOr<NamedResult> Replay(const SessionOptions& options, const std::string& path);
  absl::StatusOr<PairResults> MakePair(int pair);
  void Keep(const PairResults& pair);
  void MadeTarget(const std::string& target);
  absl::Status Interrupted() const;

  std::vector<PairedTrace> traces_;
  const PairStore store_;
  const int retries_;
  const std::atomic<bool>* const stop_;
  int pairs_ = 0, rejected_ = 0;
  PairResults planned_, warm_, results_;
};

}  // namespace ioreel
