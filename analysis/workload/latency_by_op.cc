#include "analysis/workload/latency_by_op.h"

#include "formats/model/time.h"

namespace ioreel {

Histogram& LatencyByOp::Of(Op op) {
  std::unique_ptr<Histogram>& histogram = ops_[static_cast<size_t>(op)];
  if (histogram == nullptr) histogram = std::make_unique<Histogram>();
  return *histogram;
}

void LatencyByOp::Add(Op op, int64_t from_ns, int64_t to_ns) {
  if (from_ns == kNoTime || to_ns < from_ns) return;  // kNoTime is before every time
  Of(op).Add(NsBetween(from_ns, to_ns));
}

void LatencyByOp::Merge(const LatencyByOp& other) {
  for (int i = 0; i < kOpCount; ++i) {
    const Op op = static_cast<Op>(i);
    if (const Histogram* const more = other.of(op)) Of(op).Merge(*more);
  }
}

LatencyByOp::Result LatencyByOp::result() const {
  Result result;
  Histogram all;
  for (int i = 0; i < kOpCount; ++i) {
    const Op op = static_cast<Op>(i);
    if (of(op) == nullptr) continue;
    result.ops[op] = Describe(*of(op));
    if (HasRange(op)) all.Merge(*of(op));
  }
  result.all = Describe(all);
  return result;
}

}  // namespace ioreel
