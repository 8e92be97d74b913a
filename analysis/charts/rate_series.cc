#include "analysis/charts/rate_series.h"

namespace ioreel {

RateSeries::Bin& RateSeries::Bin::operator+=(const Bin& more) {
  for (size_t i = 0; i < ios.size(); ++i) {
    ios[i] += more.ios[i];
    bytes[i] += more.bytes[i];
  }
  return *this;
}

void RateSeries::Add(int64_t time_ns, OpGroup group, uint64_t bytes) {
  const uint64_t time = TimeAsAxis(time_ns);
  if (!times_.Covers(time)) ApplyMoves(times_.MakeRoom(time), 1, &bins_);
  Bin& bin = bins_[times_.Slot(time)];
  ++bin.ios[static_cast<size_t>(group)];
  bin.bytes[static_cast<size_t>(group)] += bytes;
}

std::vector<RateSeries::Bin> RateSeries::bins() const {
  std::vector<Bin> bins;
  for (uint32_t i = 0; !empty() && i < times_.count(); ++i)
    bins.push_back(bins_[times_.NthSlot(i)]);
  return bins;
}

}  // namespace ioreel
