#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "base/histogram.h"
#include "formats/result/run_result.h"
#include "replay/plan/schedule.h"
#include "replay/run/busy_union.h"

namespace ioreel {

/// Sums up the samples of one repeat as they come, in any order. Failed I/Os count as
/// errors only. Memory grows with the seconds, not with the I/Os.
class RunStats {
 public:
  void Add(absl::Span<const Sample> samples);

  /// Fills everything of `repeat` that samples tell: ops, bytes, rates, busy time, depth, series,
  /// errors, elapsed.
  void Fill(RepeatResult* repeat) const;

  /// The same as the figures of a member of an array.
  MemberResult Member(const std::string& path) const;

  uint64_t errors() const { return errors_; }

 private:
  struct PerOp {
    uint64_t count = 0, bytes = 0, errors = 0;
    Histogram submission, completion;
  };
  void AddGood(const Sample& sample);
  void AddError(const Sample& sample);

  std::map<Op, PerOp> ops_;
  struct SeenError {
    ErrorSummary summary;
    std::pair<int64_t, uint64_t> first;  ///< when it completed, and its step
  };
  std::map<std::pair<int, Op>, SeenError> by_error_;
  std::vector<SecondSummary> seconds_;
  BusyUnion busy_;
  int64_t first_submit_ns_ = kNoTime, last_complete_ns_ = kNoTime;
  uint64_t completed_ = 0, errors_ = 0;
};

}  // namespace ioreel
