#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/functional/function_ref.h"
#include "formats/etl/clock.h"
#include "formats/etl/config.h"
#include "formats/etl/disk_io.h"
#include "formats/etl/event.h"
#include "formats/import_log.h"

namespace ioreel {

/// Turns disk records into events, and gathers which disks there are.
class EtlDiskEvents {
 public:
  /// `log` must outlive it.
  explicit EtlDiskEvents(ImportLog* log) : log_(log) {}

  /// nullopt for a record that is of no I/O, or that cannot be understood, which is then counted in
  /// the log at `place`.
  std::optional<EtlEvent> Take(const EtlRecord& record, uint16_t cpu, const EtlClock& clock,
                               absl::FunctionRef<std::string()> place);

  /// Completions and initiations seen, by Windows' names; the disk provider's only where the kernel
  /// told of none.
  std::map<std::string, uint64_t> seen() const;
  /// Completions understood: by the kernel's own events, and by the disk provider's.
  uint64_t completions() const { return completions_; }
  uint64_t provider_completions() const { return provider_completions_; }

  /// The disks that have events, in order of EtlEvent::device.
  std::vector<DeviceInfo> Devices(const EtlConfig& config) const;

 private:
  struct Disk {
    uint32_t number;
    bool optical;
    uint64_t end = 0;  ///< of its last I/O
  };

  bool Understand(const EtlRecord& record, const EtlDiskOp& op, EtlDiskIo* io,
                  absl::FunctionRef<std::string()> place);
  std::optional<EtlEvent> MakeEvent(const EtlRecord& record, const EtlDiskOp& op,
                                    const EtlDiskIo& io, const EtlClock& clock);
  std::optional<uint32_t> Device(const EtlDiskIo& io, bool optical);
  bool Refuse(absl::string_view name, absl::string_view place, absl::string_view why);

  ImportLog* const log_;
  std::array<uint64_t, 256> seen_ = {}, seen_of_provider_ = {};  ///< by opcode
  absl::flat_hash_map<uint64_t, uint32_t> numbers_;  ///< disk number and kind → in disks_
  std::vector<Disk> disks_;
  uint64_t completions_ = 0, provider_completions_ = 0;
};

}  // namespace ioreel
