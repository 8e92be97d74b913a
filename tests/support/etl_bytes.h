#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ioreel {

/// Records of Windows event traces for tests, by the header that carries them.
struct EtlRecordBytes {
  enum class Header { kPerfInfo, kSystem, kCompact, kFull, kInstance, kManifest };
  Header header = Header::kPerfInfo;
  int pointer_bytes = 8;
  uint8_t group = 1;  ///< not of kFull, kInstance, kManifest
  uint8_t opcode = 0x0a;
  uint8_t version = 3;
  uint8_t counters = 0;  ///< of 8 bytes each, behind the header; not of kFull, kInstance, kManifest
  uint16_t id = 0;       ///< of kManifest
  int64_t ticks = 0;
  uint32_t tid = 0;      ///< in the header; not of kPerfInfo
  std::string provider;  ///< 16 bytes; of kFull, kInstance, kManifest
  std::string extended;  ///< of kManifest: extended items, as they stand there
  std::string payload;

  /// Padded to 8 bytes.
  std::string Encode() const;
};

/// A completed read or write; the payload of its version.
struct EtlDiskBytes {
  uint32_t disk = 0;
  uint32_t irp_flags = 0;
  uint32_t length = 4096;
  int64_t offset = 0;
  uint64_t irp = 0;
  uint64_t response = 0;
  uint32_t tid = 0;

  std::string Transfer(int pointer_bytes, int version) const;
  std::string Flush(int pointer_bytes, int version) const;
  std::string Init(int pointer_bytes, int version) const;
};

/// Payloads of process and thread events of any version.
std::string EtlProcessBytes(int pointer_bytes, int version, uint32_t pid, uint32_t parent,
                            const std::string& image, bool with_sid = true);
std::string EtlThreadBytes(int pointer_bytes, int version, uint32_t pid, uint32_t tid,
                           const std::string& name = "");

/// UTF-16, little endian, with its NUL. ASCII only.
std::string Utf16Bytes(const std::string& text);

/// `bytes` as XPRESS has them where nothing repeats.
std::string XpressLiterals(const std::string& bytes);

/// A buffer: its header and `records`, filled up to `size` bytes; or, when there is a `packed` form
/// of them, that and nothing more.
struct EtlBufferBytes {
  std::string records;
  std::string packed;
  uint16_t cpu = 0;
  int64_t sequence = 0;
  uint16_t flags = 0x20;
  uint32_t size = 1024;
  uint32_t used = 0;  ///< 0 = what the records need

  std::string Encode() const;
};

/// A file: the log header's buffer in front of others.
struct EtlFileBytes {
  int pointer_bytes = 8;
  int64_t ticks = 1'000'000;  ///< of the log header
  uint32_t clock_type = 1;
  int64_t ticks_per_s = 10'000'000;
  uint32_t cpu_mhz = 2000;
  uint32_t timer_100ns = 156'250;
  uint32_t log_mode = 1;
  uint32_t buffers_written = 0;  ///< 0 = as many as there are
  uint32_t events_lost = 0, buffers_lost = 0;
  int64_t start_filetime = 133'000'000'000'000'000, end_filetime = 133'000'000'100'000'000;
  std::vector<EtlBufferBytes> buffers;

  std::string Encode() const;
};

/// A small recording with one of each: process, thread, a read with its begin, a flush.
std::string SmallEtl(int pointer_bytes = 8);

}  // namespace ioreel
