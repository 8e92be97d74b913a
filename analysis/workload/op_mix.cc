#include "analysis/workload/op_mix.h"

#include <bit>

#include "base/checked_math.h"

namespace ioreel {

int OpMix::SizeClass(uint64_t length) { return length <= 1 ? 0 : std::bit_width(length - 1); }

uint64_t OpMix::SizeOfClass(int size_class) {
  return size_class < 64 ? uint64_t{1} << size_class : UINT64_MAX;
}

void OpMix::Add(const Io& io) {
  OpCounts& op = ops_[static_cast<size_t>(io.op)];
  Count& count = op.sizes[static_cast<size_t>(SizeClass(io.length))];
  ++count.ios;
  count.bytes = SaturatingAdd(count.bytes, io.length);
  if (io.error != 0) ++op.errors;
  if (!CompletionKnown(io)) ++op.no_completion;
}

void OpMix::Merge(const OpMix& other) {
  for (size_t i = 0; i < ops_.size(); ++i) {
    ops_[i].errors += other.ops_[i].errors;
    ops_[i].no_completion += other.ops_[i].no_completion;
    for (size_t size = 0; size < ops_[i].sizes.size(); ++size) {
      const Count& more = other.ops_[i].sizes[size];
      ops_[i].sizes[size].ios += more.ios;
      ops_[i].sizes[size].bytes = SaturatingAdd(ops_[i].sizes[size].bytes, more.bytes);
    }
  }
}

OpMix::Result OpMix::result() const {
  Result result;
  for (size_t i = 0; i < ops_.size(); ++i) {
    OpResult op;
    op.errors = ops_[i].errors;
    op.no_completion = ops_[i].no_completion;
    for (int size = 0; size < kSizeClasses; ++size) {
      const Count& count = ops_[i].sizes[static_cast<size_t>(size)];
      if (count.ios == 0) continue;
      op.sizes[SizeOfClass(size)] = count;
      op.total.ios += count.ios;
      op.total.bytes = SaturatingAdd(op.total.bytes, count.bytes);
    }
    if (op.total.ios > 0) result[static_cast<Op>(i)] = std::move(op);
  }
  return result;
}

}  // namespace ioreel
