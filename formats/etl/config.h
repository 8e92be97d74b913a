#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "base/host_facts.h"
#include "formats/etl/record.h"
#include "formats/model/trace_info.h"

namespace ioreel {

/// What a recording's SystemConfig events say of the machine and its disks. Windows writes them
/// when the session stops.
class EtlConfig {
 public:
  /// False for one that is too short for what it is. REQUIRES: a record of the config group.
  bool See(const EtlRecord& record);

  /// Fills in what is known of a physical disk. The size is what its geometry makes, which Windows
  /// rounds down to whole cylinders, but not less than its partitions.
  void Describe(uint32_t disk, DeviceInfo* device) const;
  void Describe(HostFacts* host) const;

 private:
  struct Disk {
    DeviceInfo facts;
    uint64_t partitions_end = 0;
  };

  bool SeeHost(absl::string_view payload);
  bool SeeDisk(absl::string_view payload);
  bool SeePartition(absl::string_view payload);

  std::map<uint32_t, Disk> disks_;  ///< by number
  HostFacts host_;
};

}  // namespace ioreel
