#pragma once

#include <atomic>
#include <string>

#include "absl/status/statusor.h"
#include "cli/suite_plan.h"
#include "formats/result/suite_result.h"

namespace ioreel {

/// Replays the traces of a suite, pass by pass, and writes all that there is after each replay, so
/// that a run that was stopped can go on.
class SuiteSession {
 public:
  /// `output`: where suite.json is written. `stop`: set, it ends the replay that runs. Of replays
  /// with which nothing is wrong but that they did not keep time `retries` in all are made again.
  SuiteSession(SuitePlan plan, std::string output, int retries, const std::atomic<bool>* stop);

  /// Takes the passes that `output` holds and that are sound. Errors: FailedPrecondition, with
  /// kIncomparable where they are of another plan; those of reading it.
  absl::Status TakeKept();

  /// Makes what is missing. A replay that fails is told in the result, and the others go on.
  /// Errors: those of writing the result.
  absl::Status Run();

  const SuiteResult& result() const { return result_; }

 private:
  absl::Status CheckKept(const SuiteResult& kept) const;
  int Made(size_t trace) const;
  int64_t LeftNs(int pass, size_t trace) const;
  absl::Status MakePass(int pass, size_t trace);
  absl::Status Trim(size_t trace);
  absl::StatusOr<RunResult> Replay(int pass, size_t trace);
  void Keep(size_t trace, RunResult run);
  absl::Status Write();

  SuitePlan plan_;
  const std::string output_;
  int retries_;
  const std::atomic<bool>* const stop_;
  SuiteResult result_;
  std::vector<bool> has_run_;      ///< by trace: what it reads was written in this session
  int replayed_ = 0, wanted_ = 0;  ///< replays of this session
};

}  // namespace ioreel
