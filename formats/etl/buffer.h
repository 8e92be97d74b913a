#pragma once

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"

/// A .etl file is a row of buffers, each as one CPU filled it and the session's writer flushed it:
/// a header of 72 bytes (WMI_BUFFER_HEADER), little endian, and records.

namespace ioreel {

inline constexpr size_t kEtlBufferHeaderBytes = 72;
inline constexpr uint32_t kMostEtlBufferBytes = 64 << 20;  ///< Windows makes them of ≤ 16 MiB

/// The header's fields that mean something in a file.
struct EtlBufferHeader {
  uint32_t stored_bytes = 0;  ///< of the buffer in the file, with the header; 0 = nothing follows
  uint32_t used_bytes = 0;    ///< with the header; of a compressed buffer once it is unpacked
  int64_t sequence = 0;
  uint16_t cpu = 0;
  uint16_t flags = 0;

  bool compressed() const { return (flags & 0x40) != 0; }
  bool after_loss() const {
    return (flags & 0x06) != 0;
  }  ///< events or buffers were lost before it
  /// False for values that no Windows writes.
  bool IsPlausible() const;
};

/// REQUIRES: `bytes` has kEtlBufferHeaderBytes.
EtlBufferHeader DecodeEtlBufferHeader(const char* bytes);

/// A buffer, unpacked.
struct EtlBuffer {
  EtlBufferHeader header;
  uint64_t byte_offset = 0;   ///< of the buffer in the file
  absl::string_view records;  ///< valid until the next buffer is read
};

}  // namespace ioreel
