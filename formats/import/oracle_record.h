#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "base/bytes.h"

/// libCacheSim's oracleGeneral: packed little-endian records of 24 bytes. It has no ops. Of block
/// traces, the object is a block's number; of which size the blocks are, the file does not say.

namespace ioreel {

inline constexpr size_t kOracleRecordBytes = 24;

struct OracleRecord {
  uint32_t seconds = 0;
  uint64_t object = 0;
  uint32_t bytes = 0;
  int64_t next = -1;  ///< number, from 1, of the next record of the object; −1 = none
};

inline OracleRecord DecodeOracleRecord(absl::string_view bytes) {
  ByteReader reader(bytes);
  OracleRecord record;
  record.seconds = reader.Read<uint32_t>();
  record.object = reader.Read<uint64_t>();
  record.bytes = reader.Read<uint32_t>();
  record.next = reader.Read<int64_t>();
  return record;
}

inline void AppendOracleRecord(const OracleRecord& record, std::string* out) {
  AppendInt(out, record.seconds);
  AppendInt(out, record.object);
  AppendInt(out, record.bytes);
  AppendInt(out, record.next);
}

}  // namespace ioreel
