#include "formats/etl/disk_events.h"

#include <algorithm>
#include <limits>

#include "absl/strings/str_cat.h"

namespace ioreel {
namespace {

constexpr size_t kMostDevices = std::numeric_limits<uint16_t>::max();
constexpr uint8_t kProviderIsLike = 2;  ///< its events have the fields of this DiskIo version

/// Calls into drivers, and prefetching: no I/O of their own.
bool IsOfDrivers(uint8_t opcode) { return opcode >= 0x20 && opcode <= 0x35; }

}  // namespace

std::optional<EtlEvent> EtlDiskEvents::Take(const EtlRecord& record, uint16_t cpu,
                                            const EtlClock& clock,
                                            absl::FunctionRef<std::string()> place) {
  const bool by_kernel = record.kind == EtlRecord::Kind::kKernel;
  const EtlDiskOp* op = by_kernel ? FindEtlDiskOp(record.opcode) : FindEtlDiskProviderOp(record);
  if (op == nullptr) {
    if (by_kernel && !IsOfDrivers(record.opcode))
      log_->Add("other_disk_event", ImportLog::Severity::kNotice, place(),
                absl::StrCat("disk events of a kind that this ioreel does not know, left out; the "
                             "first: opcode ",
                             record.opcode));
    return std::nullopt;
  }
  ++(by_kernel ? seen_[record.opcode] : seen_of_provider_[record.id & 0xff]);
  EtlDiskIo io;
  if (!Understand(record, *op, &io, place)) return std::nullopt;
  std::optional<EtlEvent> event = MakeEvent(record, *op, io, clock);
  if (!event) {
    Refuse("impossible_disk_event", place(),
           "disk events with a time or a disk number that cannot be; left out");
    return std::nullopt;
  }
  event->cpu = cpu;
  event->kind = op->initiates ? EtlEvent::Kind::kInitiated
                : by_kernel   ? EtlEvent::Kind::kCompleted
                              : EtlEvent::Kind::kProviderCompleted;
  if (!op->initiates) ++(by_kernel ? completions_ : provider_completions_);
  return event;
}

/// nullopt when it has a time or a disk that cannot be.
std::optional<EtlEvent> EtlDiskEvents::MakeEvent(const EtlRecord& record, const EtlDiskOp& op,
                                                 const EtlDiskIo& io, const EtlClock& clock) {
  const std::optional<int64_t> time_ns = clock.Ns(record.ticks);
  const bool tells_start = io.has_response && clock.has_responses();
  const auto start_ns = tells_start ? clock.Ns(record.ticks, io.response) : kNoTime;
  const auto device = op.initiates ? 0 : Device(io, op.optical);
  if (!time_ns || !start_ns || !device) return std::nullopt;
  EtlEvent event;
  event.op = op.op;
  event.time_ns = *time_ns;
  event.start_ns = *start_ns;
  event.offset = static_cast<uint64_t>(io.offset);
  event.length = io.length;
  event.irp = io.irp;
  event.irp_flags = io.irp_flags;
  event.device = *device;
  if (io.has_issuer) event.tid = io.issuer;
  return event;
}

std::map<std::string, uint64_t> EtlDiskEvents::seen() const {
  const auto& counts = completions_ > 0 ? seen_ : seen_of_provider_;
  std::map<std::string, uint64_t> seen;
  for (size_t opcode = 0; opcode < counts.size(); ++opcode) {
    const uint64_t count = std::max(seen_[opcode], counts[opcode]);
    if (count > 0) seen[std::string(FindEtlDiskOp(static_cast<uint8_t>(opcode))->name)] = count;
  }
  return seen;
}

bool EtlDiskEvents::Understand(const EtlRecord& record, const EtlDiskOp& op, EtlDiskIo* io,
                               absl::FunctionRef<std::string()> place) {
  const bool by_kernel = record.kind == EtlRecord::Kind::kKernel;
  const bool unknown_provider_version = !by_kernel && record.version != 0;
  const EtlDiskVerdict verdict =
      unknown_provider_version
          ? EtlDiskVerdict::kUnknownVersion
          : DecodeEtlDiskIo(record, op, by_kernel ? record.version : kProviderIsLike, io);
  if (verdict == EtlDiskVerdict::kUnknownVersion)
    return Refuse("unknown_disk_event", place(),
                  absl::StrCat("disk events of a version that this ioreel does not know, left out; "
                               "the first: ",
                               op.name, " version ", record.version));
  if (verdict == EtlDiskVerdict::kTooShort)
    return Refuse(
        "short_disk_event", place(),
        absl::StrCat("disk events too short for their version, left out; the first: ", op.name,
                     " version ", record.version, " of ", record.payload.size(), " bytes"));
  if (io->offset >= 0 && io->offset <= std::numeric_limits<int64_t>::max() - io->length)
    return true;
  return Refuse("impossible_disk_event", place(),
                absl::StrCat("disk events of a place that cannot be, left out; the first: at byte ",
                             io->offset));
}

/// nullopt when there are too many.
std::optional<uint32_t> EtlDiskEvents::Device(const EtlDiskIo& io, bool optical) {
  const uint64_t key = uint64_t{io.disk} << 1 | (optical ? 1 : 0);
  const auto [place, is_new] = numbers_.try_emplace(key, static_cast<uint32_t>(disks_.size()));
  if (is_new && disks_.size() >= kMostDevices) {
    numbers_.erase(place);
    return std::nullopt;
  }
  if (is_new) disks_.push_back({io.disk, optical});
  Disk& disk = disks_[place->second];
  disk.end = std::max(disk.end, static_cast<uint64_t>(io.offset) + io.length);
  return place->second;
}

/// False.
bool EtlDiskEvents::Refuse(absl::string_view name, absl::string_view place, absl::string_view why) {
  log_->Add(name, ImportLog::Severity::kDataLoss, place, why);
  return false;
}

std::vector<DeviceInfo> EtlDiskEvents::Devices(const EtlConfig& config) const {
  std::vector<DeviceInfo> devices;
  for (const Disk& disk : disks_) {
    DeviceInfo& device = devices.emplace_back();
    device.name = absl::StrCat(disk.optical ? "\\\\.\\CdRom" : "\\\\.\\PhysicalDrive", disk.number);
    if (disk.optical) continue;
    config.Describe(disk.number, &device);
    if (device.size_bytes) device.size_bytes = std::max(*device.size_bytes, disk.end);
  }
  return devices;
}

}  // namespace ioreel
