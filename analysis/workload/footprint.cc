#include "analysis/workload/footprint.h"

#include <algorithm>
#include <limits>

#include "base/checked_math.h"

namespace ioreel {
namespace {

constexpr uint64_t kLongestIo = uint64_t{64} << 30;

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
  length = std::min(length, kLongestIo);
  const uint64_t end = CheckedAdd(offset, length).value_or(std::numeric_limits<uint64_t>::max());
  if (!exact_) return AddBlocks(offset, end);
  ranges_.Add(offset, end - offset);
  if (ranges_.ranges().size() > kMaxRanges) BecomeEstimate();
}

void Footprint::AddBlocks(uint64_t start, uint64_t end) {
  for (uint64_t block = start / kBlockBytes; block <= (end - 1) / kBlockBytes; ++block) {
    blocks_.Add(block);
  }
}

void Footprint::BecomeEstimate() {
  exact_ = false;
  for (const auto& [start, end] : ranges_.ranges()) AddBlocks(start, end);
  ranges_ = RangeSet();
}

void Footprint::Merge(const Footprint& other) {
  for (const auto& [start, end] : other.ranges_.ranges()) Add(start, end - start);
  if (other.exact_) return;
  if (exact_) BecomeEstimate();
  blocks_.Merge(other.blocks_);
}

uint64_t Footprint::bytes() const {
  return exact_ ? ranges_.bytes() : blocks_.estimate() * kBlockBytes;
}

}  // namespace ioreel
