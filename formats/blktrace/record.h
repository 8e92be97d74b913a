#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "base/bytes.h"
#include "formats/blktrace/categories.h"
#include "formats/model/raw_event.h"

/// One record of the kernel's block tracer: a header of 48 bytes (version 7) or 64 (version 8, of
/// kernels since 6.19 when asked for with BLKTRACESETUP2) and a payload, packed without alignment,
/// in the byte order of the machine that wrote it.

namespace ioreel {

inline constexpr size_t kLeastBlktraceHeader = 48, kMostBlktraceHeader = 64;
inline constexpr uint32_t kBlktraceMagic = 0x65617400;  ///< and the version in the low byte
inline constexpr uint32_t kMostBlktraceCpus = 8192;
inline constexpr uint32_t kBlktraceCgroupBit = 0x100;
inline constexpr size_t kBlktraceCgroupBytes = 8;

/// What the first four bytes of a record say.
struct BlktraceMagic {
  ByteOrder order = ByteOrder::kLittle;
  uint8_t version = 0;

  bool is_read() const { return version == 7 || version == 8; }  ///< else it is not known to us
  /// REQUIRES: is_read().
  size_t header_bytes() const { return version == 7 ? kLeastBlktraceHeader : kMostBlktraceHeader; }
};
/// nullopt when `bytes` (at least 4) does not start with the magic of any version.
inline std::optional<BlktraceMagic> FindBlktraceMagic(const char* bytes) {
  for (const ByteOrder order : {ByteOrder::kLittle, ByteOrder::kBig}) {
    const uint32_t word = LoadInt<uint32_t>(bytes, order);
    if ((word & ~0xffu) == kBlktraceMagic) return BlktraceMagic{order, static_cast<uint8_t>(word)};
  }
  return std::nullopt;
}

/// The header's fields as they stand there, in host order.
struct BlktraceRecord {
  uint64_t time_ns = 0;
  uint64_t sector = 0;  ///< of 512 bytes, on the whole disk
  uint32_t sequence = 0;
  uint32_t bytes = 0;
  uint64_t action = 0;  ///< code in the low 16 bits, categories above
  uint32_t tid = 0;
  uint32_t device = 0;  ///< kernel dev_t
  uint32_t cpu = 0;
  uint16_t error = 0;
  uint16_t payload_bytes = 0;  ///< with the cgroup id
  BlktraceMagic magic;

  bool is_note() const { return action & kCategoryNotify; }
  /// The payload begins with the id of a cgroup.
  bool has_cgroup() const { return action & kBlktraceCgroupBit; }
  /// Action or note code, without the cgroup bit.
  uint32_t code() const { return static_cast<uint32_t>(action) & 0xffff & ~kBlktraceCgroupBit; }
  uint32_t major() const { return device >> 20; }
  uint32_t minor() const { return device & 0xfffff; }
  size_t size() const { return magic.header_bytes() + payload_bytes; }

  /// False for values that no kernel writes; for telling a record from bytes that look like one.
  bool IsPlausible() const {
    return cpu < kMostBlktraceCpus && payload_bytes < 4096 &&
           time_ns <= static_cast<uint64_t>(std::numeric_limits<int64_t>::max()) &&
           (!has_cgroup() || payload_bytes >= kBlktraceCgroupBytes);
  }
};

template <ByteOrder kOrder, uint8_t kVersion>
void DecodeBlktraceHeaderAs(const char* bytes, BlktraceRecord* record) {
  const auto read = [bytes]<typename T>(T* field, size_t at_v7, size_t at_v8) {
    *field = LoadInt<T>(bytes + (kVersion == 7 ? at_v7 : at_v8), kOrder);
  };
  record->magic = {kOrder, kVersion};
  read(&record->sequence, 4, 4);
  read(&record->time_ns, 8, 8);
  read(&record->sector, 16, 16);
  read(&record->bytes, 24, 24);
  read(&record->tid, 32, 28);
  record->action =
      kVersion == 7 ? LoadInt<uint32_t>(bytes + 28, kOrder) : LoadInt<uint64_t>(bytes + 32, kOrder);
  read(&record->device, 36, 40);
  read(&record->cpu, 40, 44);
  read(&record->error, 44, 48);
  read(&record->payload_bytes, 46, 50);
}

/// Sets all of `record`, in place: a copy would wait for its fields to be stored.
/// REQUIRES: `bytes` has magic.header_bytes().
inline void DecodeBlktraceHeader(const char* bytes, const BlktraceMagic& magic,
                                 BlktraceRecord* record) {
  const bool v7 = magic.version == 7;
  if (magic.order == ByteOrder::kLittle) {
    v7 ? DecodeBlktraceHeaderAs<ByteOrder::kLittle, 7>(bytes, record)
       : DecodeBlktraceHeaderAs<ByteOrder::kLittle, 8>(bytes, record);
  } else {
    v7 ? DecodeBlktraceHeaderAs<ByteOrder::kBig, 7>(bytes, record)
       : DecodeBlktraceHeaderAs<ByteOrder::kBig, 8>(bytes, record);
  }
}
/// As version 7 in little endian, which all tools read. REQUIRES: its action fits in 32 bits.
void AppendBlktraceHeader(const BlktraceRecord& record, std::string* out);

enum class BlktraceVerdict {
  kOk,
  kUnknownAction,  ///< a code that no kernel of its version writes
  kZonePlug,       ///< a zone was held back or let go: no stage of an I/O
  kBadSector,      ///< beyond what bytes can be counted in 63 bits
};

/// What there is to say of an event record before it is decoded. REQUIRES: !record.is_note().
BlktraceVerdict JudgeBlktraceEvent(const BlktraceRecord& record);

/// An event record as a RawEvent, if it is kOk; `payload` as it follows the header. An empty flush
/// *bio* is Op::kFlush with kPreflush, the driver's own flush request is without. Version 7 does
/// not tell write-zeroes and zone operations from writes, neither version secure erase from
/// discard. REQUIRES: !record.is_note().
BlktraceVerdict DecodeBlktraceEvent(const BlktraceRecord& record, absl::string_view payload,
                                    RawEvent* out);

/// A record that is no event.
struct BlktraceNote {
  enum class Kind { kProcess, kTimestamp, kMessage };
  Kind kind = Kind::kMessage;
  int64_t time_ns = 0;
  int32_t tid = -1;
  std::string text;     ///< kProcess: the thread's name; kMessage: what was written
  int64_t wall_ns = 0;  ///< kTimestamp: CLOCK_REALTIME at time_ns
};

/// nullopt for a note of an unknown kind or with too short a payload. REQUIRES: record.is_note().
std::optional<BlktraceNote> DecodeBlktraceNote(const BlktraceRecord& record,
                                               absl::string_view payload);

}  // namespace ioreel
