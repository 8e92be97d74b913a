#pragma once

#include <cstdint>
#include <vector>

#include "analysis/workload/distribution.h"
#include "base/histogram.h"
#include "formats/level_reader.h"

namespace ioreel {

/// How far apart on its device each I/O lies from the one before it, in bytes: forwards from the
/// end of that one to the start, backwards from start to start, 0 where they touch or overlap. It
/// is what btt calls Q2Q and D2D seeks, but for flushes, which btt takes to be at sector 0, and the
/// first I/O of a device.
class SeekDistances {
 public:
  /// Operations without a range are left out.
  void Add(const Io& io);
  /// As if the I/Os of `later` had been added after these.
  void Merge(const SeekDistances& later);
  Distribution result() const { return Describe(distances_); }

 private:
  struct Range {
    uint64_t begin = 0, end = 0;
  };
  struct Device {
    bool any = false;
    Range first, last;
  };
  void Follow(const Range& range, Device* device);

  std::vector<Device> devices_;
  Histogram distances_;
};

}  // namespace ioreel
