#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>

#include "analysis/workload/distribution.h"
#include "base/histogram.h"
#include "formats/model/op.h"

namespace ioreel {

/// How long one stage of I/Os took, in ns, by operation. Memory: 60 KiB an operation that occurs.
class LatencyByOp {
 public:
  /// `all`: those of operations that have a range, which are the ones that btt counts.
  struct Result {
    Distribution all;
    std::map<Op, Distribution> ops;  ///< those that occur

    bool operator==(const Result&) const = default;
  };

  /// An unknown time (kNoTime), or an end before its start, is left out.
  void Add(Op op, int64_t from_ns, int64_t to_ns);
  void Merge(const LatencyByOp& other);

  /// The latencies of one operation; nullptr when it does not occur.
  const Histogram* of(Op op) const { return ops_[static_cast<size_t>(op)].get(); }
  Result result() const;

 private:
  Histogram& Of(Op op);

  std::array<std::unique_ptr<Histogram>, kOpCount> ops_;
};

}  // namespace ioreel
