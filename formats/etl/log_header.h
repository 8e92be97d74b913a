#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "formats/etl/record.h"

namespace ioreel {

/// What a session says of itself in the first record of a file (TRACE_LOGFILE_HEADER).
struct EtlLogHeader {
  int64_t ticks = 0;  ///< session clock when it was written: the start
  uint8_t os_major = 0, os_minor = 0;
  uint32_t os_build = 0;
  uint32_t processors = 0;
  int64_t end_filetime = 0;  ///< 0 = the session was not stopped
  uint32_t timer_100ns = 0;  ///< how often the system time moves on
  uint32_t log_mode = 0;     ///< LogFileMode
  uint32_t buffers_written = 0;
  uint8_t pointer_bytes = 8;
  uint32_t events_lost = 0, buffers_lost = 0;
  uint32_t cpu_mhz = 0;
  int64_t ticks_per_s = 0;     ///< of QueryPerformanceCounter
  int64_t start_filetime = 0;  ///< wall clock at `ticks`: 100 ns since 1601; 0 = unknown
  uint32_t clock_type = 0;     ///< ReservedFlags
  std::string session;

  /// Whether the file keeps all buffers that were written, so that they can be counted.
  bool keeps_all() const;
};

/// Is this the record that a file starts with?
bool IsEtlLogHeader(const EtlRecord& record);

/// nullopt when it is too short, or has pointers of neither 4 nor 8 bytes.
/// REQUIRES: IsEtlLogHeader(record).
std::optional<EtlLogHeader> DecodeEtlLogHeader(const EtlRecord& record);

}  // namespace ioreel
