#pragma once

#include <cstdint>
#include <optional>

#include "analysis/workload/block_walk.h"

namespace ioreel {

/// What became of the 4 KiB blocks that were touched: how much of what was written was written
/// once, how much again and again.
class BlockWrites {
 public:
  struct Result {
    uint64_t read_only_bytes = 0;
    uint64_t written_once_bytes = 0;
    uint64_t rewritten_bytes = 0;  ///< written twice or more

    /// Of the blocks that were written; nullopt when there are none.
    std::optional<double> written_once_share() const;
    bool operator==(const Result&) const = default;
  };

  void Add(const BlockFate& block);
  void Merge(const BlockWrites& other);
  const Result& result() const { return result_; }

 private:
  Result result_;
};

}  // namespace ioreel
