#include "replay/run/fidelity.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "absl/strings/str_cat.h"
#include "base/units.h"

namespace ioreel {
namespace {

constexpr size_t kMostKept = 1 << 18;
constexpr int64_t kLeastDriftLimitNs = 1'000'000;
constexpr int64_t kDriftShare = 1000;  // of the span
constexpr int64_t kLateShare = 100;    // of the span, of one I/O in a closed loop
constexpr int64_t kLateFactor = 20;    // of the limit on the p99
constexpr int64_t kMostLagNs = std::numeric_limits<int64_t>::max() / kLateFactor;
constexpr size_t kFewestForDrift = 20;
constexpr size_t kLeastPart = 50;

int64_t Median(std::vector<int64_t> values) {
  const auto middle = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

void FidelityMeter::Add(absl::Span<const Sample> samples) {
  if (mode_ == ReplayMode::kAfap) return;
  for (const Sample& sample : samples) {
    first_due_ns_ = any_ ? std::min(first_due_ns_, sample.due_ns) : sample.due_ns;
    last_due_ns_ = any_ ? std::max(last_due_ns_, sample.due_ns) : sample.due_ns;
    any_ = true;
    if (sample.saturated) {
      ++saturated_;
      continue;
    }
    const int64_t error_ns = sample.submit_ns - sample.due_ns;
    errors_.Add(std::abs(error_ns));
    late_ += error_ns > max_lag_ns_;
    KeepForDrift(error_ns);
  }
}

void FidelityMeter::KeepForDrift(int64_t error_ns) {
  if (seen_++ % stride_ != 0) return;
  if (series_.size() == kMostKept) {
    for (size_t i = 0; i < kMostKept / 2; ++i) series_[i] = series_[2 * i];
    series_.resize(kMostKept / 2);
    stride_ *= 2;
    if ((seen_ - 1) % stride_ != 0) return;
  }
  series_.push_back(error_ns);
}

int64_t FidelityMeter::DriftNs() const {
  const size_t kept = series_.size();
  if (kept < kFewestForDrift) return kNoTime;
  const auto part = static_cast<ptrdiff_t>(std::max(kept / 100, std::min(kLeastPart, kept / 3)));
  return Median({series_.end() - part, series_.end()}) -
         Median({series_.begin(), series_.begin() + part});
}

/// By how much one I/O may be late.
int64_t FidelityMeter::MostLateNs() const {
  if (!IsClosedLoop(mode_)) return std::numeric_limits<int64_t>::max();
  const int64_t by_limit_ns = std::min(max_lag_ns_, kMostLagNs) * kLateFactor;
  return std::max(by_limit_ns, (last_due_ns_ - first_due_ns_) / kLateShare);
}

Fidelity FidelityMeter::Finish(uint64_t planned, uint64_t issued) const {
  Fidelity fidelity;
  fidelity.planned = planned;
  fidelity.issued = issued;
  fidelity.error_p50_ns = errors_.Quantile(0.5);
  fidelity.error_p90_ns = errors_.Quantile(0.9);
  fidelity.error_p99_ns = errors_.Quantile(0.99);
  fidelity.error_max_ns = errors_.max();
  fidelity.drift_ns = DriftNs();
  fidelity.late = late_;
  fidelity.saturated = saturated_;
  fidelity.max_lag_ns = max_lag_ns_;
  if (mode_ == ReplayMode::kTimed && fidelity.drift_ns != kNoTime) {
    fidelity.max_drift_ns =
        std::max(kLeastDriftLimitNs, (last_due_ns_ - first_due_ns_) / kDriftShare);
  }

  if (issued != planned) {
    fidelity.reasons.push_back(
        absl::StrCat("issued ", FormatCount(issued), " of ", FormatCount(planned), " I/Os"));
  }
  if (fidelity.error_p99_ns > max_lag_ns_) {
    fidelity.reasons.push_back(
        absl::StrCat("1 % of the I/Os went out more than ", FormatDuration(fidelity.error_p99_ns),
                     " off their time; the limit is ", FormatDuration(max_lag_ns_)));
  }
  if (fidelity.error_max_ns > MostLateNs()) {
    fidelity.reasons.push_back(absl::StrCat(
        "an I/O went out ", FormatDuration(fidelity.error_max_ns),
        " off its time, and all that waited for it; the limit is ", FormatDuration(MostLateNs())));
  }
  if (fidelity.max_drift_ns != kNoTime && std::abs(fidelity.drift_ns) > fidelity.max_drift_ns) {
    fidelity.reasons.push_back(absl::StrCat("the replay drifted by ",
                                            FormatDuration(fidelity.drift_ns), "; the limit is ",
                                            FormatDuration(fidelity.max_drift_ns)));
  }
  fidelity.valid = fidelity.reasons.empty();
  return fidelity;
}

}  // namespace ioreel
