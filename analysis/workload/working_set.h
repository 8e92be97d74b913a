#pragma once

#include <array>
#include <cstdint>

#include "analysis/workload/block_walk.h"
#include "analysis/workload/step_series.h"

namespace ioreel {

/// How many distinct bytes are touched in each step of time, and how many of them for the first
/// time.
class WorkingSet {
 public:
  /// Blocks that were touched in the step, by how often the step may double before their touch
  /// before this one falls into the same step, and they count once for both.
  class Cell {
   public:
    uint64_t bytes() const;
    uint64_t first_bytes() const;  ///< of blocks never touched before
    void Add(int doublings, uint64_t blocks) { blocks_[static_cast<size_t>(doublings)] += blocks; }
    void Coarsen();
    void Merge(const Cell& later);
    bool operator==(const Cell&) const = default;

    static constexpr int kNever = 64, kFirst = 65;  ///< they never meet; there was no touch before

   private:
    std::array<uint64_t, 66> blocks_{};
  };

  explicit WorkingSet(int64_t step_ns) : steps_(step_ns) {}

  /// REQUIRES: not before the last one; without a time it is left out.
  void Add(const BlockTouch& touch);
  void Merge(const WorkingSet& later) { steps_.Merge(later.steps_); }
  StepSeries<Cell>& series() { return steps_; }

 private:
  StepSeries<Cell> steps_;
};

}  // namespace ioreel
