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
  Bin& bin = bins_.At(time_ns);
  ++bin.ios[static_cast<size_t>(group)];
  bin.bytes[static_cast<size_t>(group)] += bytes;
}

}  // namespace ioreel
