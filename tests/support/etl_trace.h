#pragma once

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "formats/format.h"
#include "tests/support/etl_bytes.h"
#include "tests/support/whole_trace.h"

/// Small Windows event traces, written and read.

namespace ioreel {

inline constexpr int64_t kEtlStart = 1'000'000;  ///< of EtlFileBytes; a tick is 100 ns

/// The record of a completed I/O, and of one that begins, `ticks` after the start; 64-bit.
std::string EtlCompleted(int64_t ticks, const EtlDiskBytes& io, uint8_t opcode = 0x0a,
                         int version = 3);
std::string EtlBegun(int64_t ticks, const EtlDiskBytes& io);

/// A file of one buffer, of CPU 2, after the log header's.
EtlFileBytes EtlFileOf(const std::string& records);

/// Fails the test when it cannot be read.
WholeTrace ReadEtl(const EtlFileBytes& file, ImportLog* log = nullptr,
                   const ReadOptions& options = {});

/// 0 when there is no such entry.
uint64_t EntryCount(const ImportLog& log, absl::string_view name);

}  // namespace ioreel
