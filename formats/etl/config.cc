#include "formats/etl/config.h"

#include <algorithm>
#include <optional>

#include "base/bytes.h"
#include "base/checked_math.h"
#include "formats/etl/text.h"

namespace ioreel {
namespace {

enum Opcode : uint8_t { kCpu = 0x0a, kPhysicalDisk = 0x0b, kLogicalDisk = 0x0c };

constexpr size_t kNameBytes = 512;  ///< 256 characters
constexpr size_t kMostDisks = 1 << 12;

uint64_t CapacityOf(uint32_t sector, uint32_t sectors, uint32_t tracks, uint64_t cylinders) {
  const auto cylinder = CheckedMul<uint64_t>(uint64_t{sector} * sectors, tracks);
  const auto bytes = cylinder ? CheckedMul<uint64_t>(*cylinder, cylinders) : std::nullopt;
  return bytes.value_or(0);
}

}  // namespace

bool EtlConfig::See(const EtlRecord& record) {
  switch (record.opcode) {
    case kCpu:
      return SeeHost(record.payload);
    case kPhysicalDisk:
      return SeeDisk(record.payload);
    case kLogicalDisk:
      return SeePartition(record.payload);
  }
  return true;
}

bool EtlConfig::SeeHost(absl::string_view payload) {
  ByteReader reader(payload);
  reader.Skip(8);  // MHz, processors
  const auto memory_mib = reader.Read<uint32_t>();
  reader.Skip(8);  // page size, granularity
  const absl::string_view name = reader.ReadBytes(kNameBytes);
  if (!reader.ok()) return false;
  host_.memory_bytes = uint64_t{memory_mib} << 20;
  host_.hostname = Utf8FromUtf16(name);
  return true;
}

bool EtlConfig::SeeDisk(absl::string_view payload) {
  ByteReader reader(payload);
  const auto number = reader.Read<uint32_t>();
  const auto sector = reader.Read<uint32_t>();
  const auto sectors = reader.Read<uint32_t>();
  const auto tracks = reader.Read<uint32_t>();
  const auto cylinders = reader.Read<uint64_t>();
  reader.Skip(16);  // SCSI port, path, target, unit
  const absl::string_view model = reader.ReadBytes(kNameBytes);
  reader.Skip(4);  // partitions
  const bool write_cache = reader.Read<uint8_t>() != 0;
  if (!reader.ok() || disks_.size() >= kMostDisks) return false;
  DeviceInfo& facts = disks_[number].facts;
  if (const uint64_t bytes = CapacityOf(sector, sectors, tracks, cylinders))
    facts.size_bytes = bytes;
  if (sector != 0) facts.logical_block_bytes = sector;
  facts.model = Utf8FromUtf16(model);
  facts.write_cache = write_cache ? "write back" : "write through";
  return true;
}

bool EtlConfig::SeePartition(absl::string_view payload) {
  ByteReader reader(payload);
  const auto start = reader.Read<uint64_t>(), size = reader.Read<uint64_t>();
  const auto number = reader.Read<uint32_t>();
  if (!reader.ok() || disks_.size() >= kMostDisks) return false;
  uint64_t& end = disks_[number].partitions_end;
  end = std::max(end, CheckedAdd(start, size).value_or(0));
  return true;
}

void EtlConfig::Describe(uint32_t disk, DeviceInfo* device) const {
  const auto found = disks_.find(disk);
  if (found == disks_.end()) return;
  const DeviceInfo& facts = found->second.facts;
  device->size_bytes = facts.size_bytes;
  if (facts.size_bytes)
    device->size_bytes = std::max(*facts.size_bytes, found->second.partitions_end);
  device->logical_block_bytes = facts.logical_block_bytes;
  device->model = facts.model;
  device->write_cache = facts.write_cache;
}

void EtlConfig::Describe(HostFacts* host) const {
  host->hostname = host_.hostname;
  host->memory_bytes = host_.memory_bytes;
}

}  // namespace ioreel
