#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "analysis/workload/depth_walk.h"

namespace ioreel {

/// For how long how many I/Os were in flight.
class DepthTimes {
 public:
  struct Result {
    std::map<uint32_t, int64_t> ns;  ///< time at each depth that occurs; 0 = between I/Os
    int64_t in_flight_ns = 0;        ///< time at depth 1 and more
    int64_t busy_ns = 0;             ///< time with reads or writes in flight
    double mean = 0;                 ///< over in_flight_ns
    uint32_t max = 0;

    /// The depth that is not exceeded for a share `q` of in_flight_ns; 0 when that is 0.
    uint32_t Quantile(double q) const;
    bool operator==(const Result&) const = default;
  };

  void Add(const DepthSegment& segment);
  void Merge(const DepthTimes& other);
  Result result() const;

 private:
  std::vector<int64_t> ns_;  ///< by depth
  int64_t busy_ns_ = 0;
};

}  // namespace ioreel
