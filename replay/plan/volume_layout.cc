#include "replay/plan/volume_layout.h"

#include <algorithm>
#include <map>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/checked_math.h"
#include "base/console.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "replay/target_registry.h"

namespace ioreel {
namespace {

class Layouter {
 public:
  Layouter(const SessionOptions& options, const TraceInfo& info, const TraceScan& scan,
           const std::string& name)
      : options_(options), info_(info), scan_(scan), name_(name) {}

  absl::StatusOr<VolumeLayout> LayOut() {
    places_.resize(std::max(info_.devices.size(), DevicesSeen()));
    if (options_.map.empty()) {
      for (const auto& [device, demand] : scan_.devices) {
        IOREEL_RETURN_IF_ERROR(Put(device, options_.target, options_.target, kTargetOrigin));
      }
    } else {
      IOREEL_RETURN_IF_ERROR(PutMapped());
    }
    layout_.placement = Placement(std::move(places_), OffsetScale(options_.lba_scale));
    return std::move(layout_);
  }

 private:
  size_t DevicesSeen() const {
    return scan_.devices.empty() ? 0 : size_t{scan_.devices.rbegin()->first} + 1;
  }

  absl::Status PutMapped() {
    std::set<uint16_t> mapped;
    for (const DeviceMapping& mapping : options_.map) {
      const auto device = FindDevice(info_, mapping.device);
      if (!device) return NoSuchDevice(mapping);
      if (!mapped.insert(*device).second) {
        return absl::InvalidArgumentError(
            absl::StrCat(mapping.origin, ": ", mapping.device, " is mapped twice"));
      }
      if (scan_.devices.contains(*device)) {
        IOREEL_RETURN_IF_ERROR(Put(*device, Key(mapping), mapping.target, mapping.origin));
      } else {
        layout_.unused.push_back(mapping.device);
      }
    }
    return CheckAllAreMapped(mapped);
  }

  /// Mappings with the same are to one target. A simulated one is another each time.
  static std::string Key(const DeviceMapping& mapping) {
    const auto spec = ParseKnownTargetSpec(mapping.target);
    if (!spec.ok() || !IsSimulated(*spec)) return mapping.target;
    return absl::StrCat(mapping.device, "=", mapping.target);
  }

  absl::Status CheckAllAreMapped(const std::set<uint16_t>& mapped) const {
    TraceScan missing;
    for (const auto& [device, demand] : scan_.devices) {
      if (!mapped.contains(device)) missing.devices[device] = demand;
    }
    if (missing.devices.empty()) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat(name_, ": --map gives no target to ", ListDevices(info_, missing),
                     "; map every device, or choose some with --device"));
  }

  absl::Status NoSuchDevice(const DeviceMapping& mapping) const {
    std::vector<std::string> known;
    for (size_t i = 0; i < info_.devices.size(); ++i) {
      known.push_back(Printable(DeviceName(info_, static_cast<uint16_t>(i))));
    }
    return absl::InvalidArgumentError(absl::StrCat(mapping.origin, ": ", name_, " has no device ",
                                                   mapping.device, "; it has ",
                                                   absl::StrJoin(known, ", ")));
  }

  absl::Status Put(uint16_t device, const std::string& key, const std::string& target,
                   const std::string& origin) {
    const auto [entry, is_new] = by_key_.try_emplace(key, layout_.volumes.size());
    if (is_new) layout_.volumes.emplace_back();
    TraceVolume& volume = layout_.volumes[entry->second];
    if (is_new) {
      volume.target = target;
      volume.origin = origin;
    }
    if (!is_new && !options_.concat) return TooManyDevices(volume);
    DevicePlace& place = places_[device];
    place.volume = static_cast<uint16_t>(entry->second);
    place.start_bytes = StartBytes(device);
    place.base_bytes = is_new ? 0 : ends_[key];
    volume.devices.push_back(device);
    volume.demand.Add(scan_.devices.at(device), place.base_bytes);
    const auto end = CheckedAdd(place.base_bytes, SizeBytes(device));
    if (!end) {
      return absl::InvalidArgumentError(
          absl::StrCat(name_, ": --concat: the devices reach beyond 2^64 bytes, first ",
                       DeviceName(info_, device)));
    }
    ends_[key] = *end;
    return absl::OkStatus();
  }

  absl::Status TooManyDevices(const TraceVolume& volume) const {
    if (options_.map.empty()) {
      return absl::InvalidArgumentError(absl::StrCat(
          name_, " holds I/Os of ", scan_.devices.size(),
          " devices, and there is one target; choose one with --device, give each its own with "
          "--map DEVICE=TARGET, or lay them one behind the other with --concat: ",
          ListDevices(info_, scan_)));
    }
    return absl::InvalidArgumentError(absl::StrCat(
        volume.origin, ": ", volume.target, " is given to ", DeviceName(info_, volume.devices[0]),
        " and to another device; --concat lays them one behind the other"));
  }

  uint64_t StartBytes(uint16_t device) const {
    if (device >= info_.devices.size()) return 0;
    return info_.devices[device].partition_start_bytes.value_or(0);
  }

  /// After scaling; all ones when beyond 2^64.
  uint64_t SizeBytes(uint16_t device) const {
    uint64_t size_bytes = 0;
    if (device < info_.devices.size()) size_bytes = info_.devices[device].size_bytes.value_or(0);
    const auto scaled = OffsetScale(options_.lba_scale).Apply(size_bytes, kLayoutUnit);
    const uint64_t end = std::max(scaled.value_or(UINT64_MAX), scan_.devices.at(device).end_bytes);
    const uint64_t rest = end % kLayoutUnit;
    return rest == 0 ? end : CheckedAdd(end, kLayoutUnit - rest).value_or(UINT64_MAX);
  }

  const SessionOptions& options_;
  const TraceInfo& info_;
  const TraceScan& scan_;
  const std::string& name_;
  VolumeLayout layout_;
  std::vector<DevicePlace> places_;
  std::map<std::string, size_t> by_key_;
  std::map<std::string, uint64_t> ends_;  ///< of what lies on each so far, by key
};

}  // namespace

absl::StatusOr<VolumeLayout> LayOutVolumes(const SessionOptions& options, const TraceInfo& info,
                                           const TraceScan& scan, const std::string& name) {
  return Layouter(options, info, scan, name).LayOut();
}

std::string ListDevices(const TraceInfo& info, const TraceScan& scan) {
  std::vector<std::string> lines;
  for (const auto& [device, demand] : scan.devices) {
    lines.push_back(absl::StrCat(Printable(DeviceName(info, device)), " (",
                                 FormatCount(demand.ios, "I/O"), ")"));
  }
  return absl::StrJoin(lines, ", ");
}

}  // namespace ioreel
