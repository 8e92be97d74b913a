#include "analysis/workload/seek_distances.h"

#include <algorithm>

#include "base/checked_math.h"

namespace ioreel {

void SeekDistances::Follow(const Range& range, Device* device) {
  if (device->any) {
    const Range& last = device->last;
    uint64_t distance = 0;
    if (range.begin > last.end) distance = range.begin - last.end;
    if (range.end < last.begin) distance = last.begin - range.begin;
    distances_.Add(SampleOf(distance));
  } else {
    device->first = range;
  }
  device->any = true;
  device->last = range;
}

void SeekDistances::Add(const Io& io) {
  if (!HasRange(io.op)) return;
  if (io.device >= devices_.size()) devices_.resize(io.device + size_t{1});
  Follow({io.offset, SaturatingAdd(io.offset, io.length)}, &devices_[io.device]);
}

void SeekDistances::Merge(const SeekDistances& later) {
  devices_.resize(std::max(devices_.size(), later.devices_.size()));
  for (size_t i = 0; i < later.devices_.size(); ++i) {
    if (!later.devices_[i].any) continue;
    Follow(later.devices_[i].first, &devices_[i]);
    devices_[i].last = later.devices_[i].last;
  }
  distances_.Merge(later.distances_);
}

}  // namespace ioreel
