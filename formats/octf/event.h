#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "formats/model/io_flags.h"

namespace ioreel {

/// An event of an Open-CAS iotrace (OCTF), decoded. Fields are those of its kind.
struct OctfEvent {
  /// Numbers are those of the message's field.
  enum class Kind : uint8_t {
    kIo = 2,
    kDevice = 3,
    kFsMeta = 4,
    kCompletion = 5,
    kFileName = 6,
    kFsEvent = 7,
  };
  Kind kind = Kind::kIo;
  uint64_t time = 0;    ///< ns of the kernel's monotonic clock
  uint64_t device = 0;  ///< number of the device
  uint64_t id = 0;      ///< kIo, kCompletion: what relates them; used anew after a completion
  uint64_t sector = 0, sectors = 0;
  uint64_t op = 0;  ///< 1 read, 2 write, 3 discard
  bool flush = false;
  IoFlags flags = 0;          ///< kFua, kMeta, kReadahead
  uint64_t error = 0;         ///< kCompletion
  std::string name, model;    ///< kDevice
  uint64_t size_sectors = 0;  ///< kDevice
};
inline constexpr int kOctfKinds = 8;  ///< one above the highest Kind

/// "io", "completion", "device", "fsmeta", "fname", "fsevent".
absl::string_view OctfKindName(OctfEvent::Kind kind);

/// nullopt: no such message.
std::optional<OctfEvent> DecodeOctfEvent(absl::string_view message);

}  // namespace ioreel
