#include "analysis/workload/footprint.h"

#include <algorithm>
#include <iterator>

#include "base/checked_math.h"

namespace ioreel {
namespace {

constexpr uint64_t kLongIo = uint64_t{64} << 30;

/// An estimate ends here, so that ranges can be rounded.
constexpr uint64_t kLongestEnd = ~uint64_t{0} << 45;

/// SplitMix64's last steps: every bit of the result depends on every bit of `x`.
uint64_t Mix(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

}  // namespace

bool DistinctBlocks::IsKept(uint64_t block) const {
  const uint64_t mask = (uint64_t{1} << zero_bits_) - 1;
  return (Mix(block) & mask) == 0;
}

void DistinctBlocks::Add(uint64_t block) {
  if (!IsKept(block)) return;
  kept_.insert(block);
  while (kept_.size() > max_kept_) KeepFewer();
}

void DistinctBlocks::Remove(uint64_t begin, uint64_t end) {
  absl::erase_if(kept_, [=](uint64_t kept) { return begin <= kept && kept < end; });
}

void DistinctBlocks::KeepFewer() {
  ++zero_bits_;
  absl::erase_if(kept_, [this](uint64_t kept) { return !IsKept(kept); });
}

void DistinctBlocks::Merge(const DistinctBlocks& other) {
  while (zero_bits_ < other.zero_bits_) KeepFewer();
  for (const uint64_t block : other.kept_) Add(block);
}

void Footprint::Add(uint64_t offset, uint64_t length) {
  if (length == 0) return;
  const uint64_t end = SaturatingAdd(offset, length);
  if (!exact_) return AddToEstimate(offset, end);
  ranges_.Add(offset, end - offset);
  if (ranges_.ranges().size() > kMaxRanges) BecomeEstimate();
}

void Footprint::AddToEstimate(uint64_t start, uint64_t end) {
  end = std::min(end, kLongestEnd);
  if (start >= end) return;
  if (end - start > kLongIo) {
    long_.Add(start, end - start);
    blocks_.Remove(start / kBlockBytes, (end - 1) / kBlockBytes + 1);
    return;
  }
  for (uint64_t block = start / kBlockBytes; block <= (end - 1) / kBlockBytes; ++block) {
    if (!IsInLong(block)) blocks_.Add(block);
  }
}

bool Footprint::IsInLong(uint64_t block) const {
  if (long_.empty()) return false;
  const auto after = long_.ranges().upper_bound(block * kBlockBytes);
  return after != long_.ranges().begin() && std::prev(after)->second > block * kBlockBytes;
}

void Footprint::BecomeEstimate() {
  exact_ = false;
  for (const auto& [start, end] : ranges_.ranges()) AddToEstimate(start, end);
  ranges_ = RangeSet();
}

void Footprint::Merge(const Footprint& other) {
  for (const auto& [start, end] : other.ranges_.ranges()) Add(start, end - start);
  if (other.exact_) return;
  if (exact_) BecomeEstimate();
  blocks_.Merge(other.blocks_);
  for (const RangeSet& ranges : {long_, other.long_}) {
    for (const auto& [start, end] : ranges.ranges()) AddToEstimate(start, end);
  }
}

uint64_t Footprint::bytes() const {
  if (exact_) return ranges_.bytes();
  return SaturatingAdd(long_.bytes(), blocks_.estimate() * kBlockBytes);
}

}  // namespace ioreel
