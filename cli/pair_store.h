#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "analysis/score/score_report.h"

namespace ioreel {

/// Results of all traces on both targets.
struct PairResults {
  std::vector<NamedResult> base, candidate;
};

/// The folder of a session's results: base/001-NAME.json, candidate/001-NAME.json and so on,
/// warm-up/, and rejected/.
class PairStore {
 public:
  enum class Side { kBase, kCandidate };
  static const char* SideName(Side side);  ///< "base", "candidate"

  explicit PairStore(std::string folder) : folder_(std::move(folder)) {}

  /// Makes the folder. Errors: FailedPrecondition where it holds results and `resume` is false.
  absl::Status Prepare(bool resume) const;

  std::string PathOf(Side side, int pair, const std::string& trace) const;
  std::string WarmUpPathOf(Side side, const std::string& trace) const;

  /// The results of a pair, where all of them are there and sound.
  absl::StatusOr<std::optional<PairResults>> Take(int pair,
                                                  const std::vector<std::string>& traces) const;

  /// In what the results of pairs that the folder holds differ from the runs that are `planned`, of
  /// traces with these names; also where pairs are of other traces, or without one of these. Of
  /// each trace and side the first result that differs is told. Errors: those of ReadNamedResult.
  absl::StatusOr<std::vector<std::string>> DifferencesTo(
      const PairResults& planned, const std::vector<std::string>& names) const;

  /// Puts the files of a pair that is to be made again among the rejected.
  absl::Status Reject(const PairResults& pair) const;

 private:
  std::map<std::string, std::vector<std::string>> Kept(Side side) const;
  absl::Status CompareSide(Side side, const std::vector<NamedResult>& planned,
                           const std::vector<std::string>& names,
                           std::vector<std::string>* differences) const;

  const std::string folder_;
};

}  // namespace ioreel
