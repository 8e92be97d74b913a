#pragma once

#include <cstdint>
#include <vector>

#include "analysis/workload/distribution.h"
#include "base/histogram.h"
#include "formats/level_reader.h"

namespace ioreel {

/// How often, on each device, what was written is forced to the medium.
class FlushIntervals {
 public:
  struct Result {
    uint64_t flushes = 0;            ///< flush operations
    uint64_t preflushes = 0;         ///< writes that flush first
    uint64_t fua_writes = 0;         ///< writes that go through the cache
    Distribution flush_interval_ns;  ///< from one of the first two to the next
    Distribution fua_interval_ns;
    Distribution bytes_between;  ///< written from one of the first two to the next

    bool operator==(const Result&) const = default;
  };

  /// An I/O without a time counts, but begins and ends no interval.
  void Add(const Io& io);
  /// As if the I/Os of `later` had been added after these.
  void Merge(const FlushIntervals& later);
  Result result() const;

 private:
  struct Moments {
    int64_t first_ns = kNoTime, last_ns = kNoTime;
  };
  struct Device {
    Moments flush, fua;
    bool flushed = false;
    uint64_t bytes_before = 0;  ///< written before the first flush
    uint64_t bytes_since = 0;   ///< written since the last flush, where there was one
  };
  static void Follow(const Moments& later, Moments* moments, Histogram* intervals_ns);
  void AddFlush(Device* device);

  std::vector<Device> devices_;
  uint64_t flushes_ = 0, preflushes_ = 0, fua_writes_ = 0;
  Histogram flush_interval_ns_, fua_interval_ns_, bytes_between_;
};

}  // namespace ioreel
