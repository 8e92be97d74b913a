#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace ioreel {

/// The groups of kernel events ("hook groups") that an I/O trace is made of.
enum EtlGroup : uint8_t {
  kEtlHeaderGroup = 0x00,
  kEtlDiskGroup = 0x01,
  kEtlProcessGroup = 0x03,
  kEtlFileGroup = 0x04,
  kEtlThreadGroup = 0x05,
  kEtlConfigGroup = 0x0b,
};

using EtlGuid = std::array<char, 16>;  ///< as it stands in the file

/// "c7bde69a-e1e0-4177-b6ef-283ad1525271"
std::string EtlGuidText(const EtlGuid& guid);

/// One event, whatever kind of header carried it. Views are into the buffer.
struct EtlRecord {
  enum class Kind : uint8_t {
    kKernel,    ///< `group` and `opcode`
    kClassic,   ///< `provider` (an event class) and `opcode`
    kManifest,  ///< `provider` and `id`
    kMessage,   ///< a WPP message, or another that has no header we know; nothing but its size
  };
  Kind kind = Kind::kMessage;
  uint8_t group = 0;
  uint8_t opcode = 0;
  uint8_t version = 0;
  uint8_t pointer_bytes = 8;  ///< of pointers in the payload
  uint16_t id = 0;
  bool has_thread = false;  ///< `tid` is that of the thread that logged it
  uint32_t tid = 0;
  int64_t ticks = 0;  ///< the session's clock; not for kMessage
  EtlGuid provider = {};
  absl::string_view payload;
};

/// Walks over the records of a buffer.
class EtlRecordWalker {
 public:
  explicit EtlRecordWalker(absl::string_view records) : records_(records) {}

  /// False at the end, or where the rest cannot be read: see broken(). Events of the kernel's
  /// classes come out as kKernel whatever header they have.
  bool Next(EtlRecord* record);

  /// What was reached is no record: one with an impossible size or of unknown kind.
  bool broken() const { return broken_; }
  /// Of the record given last, or of what is broken; from the first record.
  size_t position() const { return position_; }

 private:
  bool Break();
  bool Decode(uint32_t marker, absl::string_view rest, EtlRecord* record);
  bool TakeSystem(uint32_t marker, size_t header_bytes, absl::string_view rest, EtlRecord* record);
  bool TakeClassic(size_t header_bytes, absl::string_view rest, EtlRecord* record);
  bool TakeManifest(size_t header_bytes, absl::string_view rest, EtlRecord* record);
  bool TakeSize(size_t size, size_t header_bytes, absl::string_view rest);

  absl::string_view records_;
  size_t position_ = 0;
  size_t size_ = 0;  ///< of the record at position_
  bool broken_ = false;
};

}  // namespace ioreel
