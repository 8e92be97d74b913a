#pragma once

#include <cstdint>

#include "absl/strings/string_view.h"
#include "formats/etl/record.h"
#include "formats/model/io_flags.h"
#include "formats/model/op.h"

namespace ioreel {

/// What a DiskIo opcode says, whatever its version.
struct EtlDiskOp {
  absl::string_view name;  ///< as Windows has it: "ReadInit"
  Op op = Op::kRead;
  bool initiates = false;  ///< else it completes
  bool optical = false;    ///< its disk number counts CD drives
};
/// nullptr for an opcode that begins or completes no I/O (calls into drivers, prefetching).
const EtlDiskOp* FindEtlDiskOp(uint8_t opcode);
/// The same of an event of the provider Microsoft-Windows-Kernel-Disk, which logs completions;
/// nullptr for another event.
const EtlDiskOp* FindEtlDiskProviderOp(const EtlRecord& record);

/// The payload of a DiskIo event.
struct EtlDiskIo {
  uint32_t disk = 0;
  uint32_t irp_flags = 0;
  uint32_t length = 0;
  int64_t offset = 0;         ///< bytes from the start of the disk
  uint64_t irp = 0;           ///< 0 = not told
  bool has_response = false;  ///< `response` is told
  uint64_t response = 0;      ///< ticks of the performance counter from begin to completion
  bool has_issuer = false;    ///< `issuer` is told
  uint32_t issuer = 0;        ///< thread id
};

enum class EtlDiskVerdict { kOk, kUnknownVersion, kTooShort };

/// Versions 0 to 3 (Windows 2000 to 11), for pointers of 4 and 8 bytes. `version` is the record's,
/// or what it is equal to. Longer payloads than known are accepted.
EtlDiskVerdict DecodeEtlDiskIo(const EtlRecord& record, const EtlDiskOp& op, uint8_t version,
                               EtlDiskIo* out);

/// Windows' IRP_* flags as ours, and the priority hint in them: 0 = none, 1 very low to 5 critical.
IoFlags IoFlagsFromIrp(uint32_t irp_flags);
uint8_t PriorityFromIrp(uint32_t irp_flags);

}  // namespace ioreel
