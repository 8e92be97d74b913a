#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/checked_math.h"

namespace ioreel {

/// A Cell for each step of time in which something happened; step n is [n, n + 1) × step_ns. In
/// bounded memory: when there would be more than most_steps, the step doubles and cells that then
/// share one become one. A Cell has Coarsen(), called before that, and Merge(const Cell& later).
template <typename Cell>
class StepSeries {
 public:
  struct Step {
    int64_t number = 0;
    Cell cell;
  };
  static constexpr size_t kMostSteps = size_t{1} << 14;

  /// REQUIRES: step_ns > 0.
  explicit StepSeries(int64_t step_ns, size_t most_steps = kMostSteps)
      : step_ns_(step_ns), most_steps_(most_steps) {
    CHECK(step_ns > 0 && most_steps > 1);
  }

  int64_t step_ns() const { return step_ns_; }
  const std::vector<Step>& steps() const { return steps_; }  ///< in order
  int64_t NumberOf(int64_t time_ns) const {
    return time_ns / step_ns_ - (time_ns % step_ns_ < 0 ? 1 : 0);
  }

  /// The cell of this time; valid until the next call. Cheap where the last one was the same.
  Cell& At(int64_t time_ns) {
    if (!Covers(time_ns)) Find(NumberOf(time_ns));
    return steps_[at_].cell;
  }
  /// When the step of the last At began, and whether it reaches to `time_ns`.
  int64_t from_ns() const { return from_ns_; }
  bool Covers(int64_t time_ns) const { return time_ns >= from_ns_ && time_ns < to_ns_; }

  /// Calls add(cell, ns) for each step that [from_ns, to_ns) touches, with its part of it.
  template <typename Add>
  void Spread(int64_t from_ns, int64_t to_ns, Add&& add) {
    if (Covers(from_ns) && to_ns <= to_ns_) return add(steps_[at_].cell, to_ns - from_ns);
    while (TooMany(NumberOf(from_ns), NumberOf(to_ns))) Coarsen();
    while (from_ns < to_ns) {
      At(from_ns);
      const int64_t until_ns = std::min(to_ns, to_ns_);
      add(steps_[at_].cell, until_ns - from_ns);
      from_ns = until_ns;
    }
  }

  void CoarsenTo(int64_t step_ns) {
    while (step_ns_ < step_ns) Coarsen();
  }

  /// REQUIRES: both began with the same step.
  void Merge(StepSeries later) {
    CoarsenTo(later.step_ns_);
    later.CoarsenTo(step_ns_);
    for (const Step& step : later.steps_) {
      Find(step.number);
      steps_[at_].cell.Merge(step.cell);
    }
  }

  void Coarsen() {
    step_ns_ = SaturatingAdd(step_ns_, step_ns_);
    std::vector<Step> fine;
    fine.swap(steps_);
    for (Step& step : fine) {
      step.number >>= 1;
      step.cell.Coarsen();
      if (!steps_.empty() && steps_.back().number == step.number)
        steps_.back().cell.Merge(step.cell);
      else
        steps_.push_back(std::move(step));
    }
    from_ns_ = to_ns_ = 0;
  }

 private:
  bool TooMany(int64_t from, int64_t to) const {
    int64_t steps;
    return __builtin_sub_overflow(to, from, &steps) || steps >= static_cast<int64_t>(most_steps_);
  }

  void Find(int64_t number) {
    const auto less = [](const Step& step, int64_t n) { return step.number < n; };
    auto it = steps_.end();
    if (!steps_.empty() && steps_.back().number >= number)
      it = std::lower_bound(steps_.begin(), steps_.end(), number, less);
    if (it == steps_.end() || it->number != number) {
      if (steps_.size() >= most_steps_) {
        Coarsen();
        return Find(number >> 1);
      }
      it = steps_.insert(it, Step{number, Cell()});
    }
    at_ = static_cast<size_t>(it - steps_.begin());
    from_ns_ = CheckedMul(number, step_ns_).value_or(std::numeric_limits<int64_t>::min());
    to_ns_ = CheckedMul(number + 1, step_ns_).value_or(std::numeric_limits<int64_t>::max());
  }

  int64_t step_ns_;
  const size_t most_steps_;
  std::vector<Step> steps_;
  size_t at_ = 0;
  int64_t from_ns_ = 0, to_ns_ = 0;  ///< of steps_[at_]; empty = none
};

}  // namespace ioreel
