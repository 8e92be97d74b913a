#include "analysis/workload/hot_ranges.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "base/checked_math.h"

namespace ioreel {

static_assert(HotRanges::kFinestBytes == uint64_t{1} << 16, "a range's number has 48 bits");

void HotRanges::Counts::Merge(const Counts& more) {
  reads += more.reads;
  writes += more.writes;
  bytes = SaturatingAdd(bytes, more.bytes);
}

void HotRanges::Add(const Io& io) {
  const bool reads = io.op == Op::kRead;
  AddCounts(Key(io.device, io.offset >> shift_), {reads, !reads, io.length});
}

void HotRanges::AddCounts(uint64_t key, const Counts& counts) {
  ranges_[key].Merge(counts);
  while (ranges_.size() > most_ranges_ && shift_ < 63) Coarsen();
}

void HotRanges::Coarsen() {
  ++shift_;
  absl::flat_hash_map<uint64_t, Counts> fine;
  fine.swap(ranges_);
  for (const auto& [key, counts] : fine)
    ranges_[Key(DeviceOf(key), RangeOf(key) >> 1)].Merge(counts);
}

void HotRanges::Merge(const HotRanges& other) {
  HotRanges more = other;
  while (shift_ < more.shift_) Coarsen();
  while (more.shift_ < shift_) more.Coarsen();
  for (const auto& [key, counts] : more.ranges_) {
    ranges_[key].Merge(counts);
  }
  while (ranges_.size() > most_ranges_ && shift_ < 63) Coarsen();
}

HotRanges::Result HotRanges::result() const {
  Result result;
  result.range_bytes = uint64_t{1} << shift_;
  for (const auto& [key, counts] : ranges_) {
    result.ranges.push_back(
        {DeviceOf(key), RangeOf(key) << shift_, counts.reads, counts.writes, counts.bytes});
    result.ios += result.ranges.back().ios();
  }
  std::sort(result.ranges.begin(), result.ranges.end(), [](const Range& a, const Range& b) {
    return std::make_tuple(b.ios(), a.device, a.begin) <
           std::make_tuple(a.ios(), b.device, b.begin);
  });
  return result;
}

double HotRanges::Result::Concentration(double share) const {
  if (ios == 0) return 0;
  const auto count = static_cast<size_t>(std::ceil(share * static_cast<double>(ranges.size())));
  uint64_t hot = 0;
  for (size_t i = 0; i < std::min(count, ranges.size()); ++i) hot += ranges[i].ios();
  return static_cast<double>(hot) / static_cast<double>(ios);
}

}  // namespace ioreel
