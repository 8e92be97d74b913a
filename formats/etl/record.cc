#include "formats/etl/record.h"

#include <cstring>
#include <optional>
#include <string>

#include "absl/strings/escaping.h"
#include "absl/strings/str_format.h"
#include "base/bytes.h"

namespace ioreel {
namespace {

constexpr uint32_t kFiller = 0xffffffff;

/// What byte 2 of an event's marker says of its header.
struct HeaderShape {
  enum Family { kSystem, kClassic, kManifest, kSizeOnly } family;
  size_t bytes;
  uint8_t pointer_bytes;
};

std::optional<HeaderShape> ShapeOf(uint8_t type) {
  using enum HeaderShape::Family;
  switch (type) {
    case 0x01:
      return HeaderShape{kSystem, 32, 4};
    case 0x02:
      return HeaderShape{kSystem, 32, 8};
    case 0x03:
      return HeaderShape{kSystem, 24, 4};
    case 0x04:
      return HeaderShape{kSystem, 24, 8};
    case 0x0a:
      return HeaderShape{kClassic, 48, 4};
    case 0x0b:
      return HeaderShape{kClassic, 72, 4};
    case 0x0d:  // an error
      return HeaderShape{kSizeOnly, 8, 8};
    case 0x10:
      return HeaderShape{kSystem, 16, 4};
    case 0x11:
      return HeaderShape{kSystem, 16, 8};
    case 0x12:
      return HeaderShape{kManifest, 80, 4};
    case 0x13:
      return HeaderShape{kManifest, 80, 8};
    case 0x14:
      return HeaderShape{kClassic, 48, 8};
    case 0x15:
      return HeaderShape{kClassic, 72, 8};
  }
  return std::nullopt;
}

EtlGuid LoadGuid(const char* bytes) {
  EtlGuid guid;
  std::memcpy(guid.data(), bytes, guid.size());
  return guid;
}

/// The kernel's event classes, by which old or rewritten files name its groups:
/// {first 32 bits}-fe05-11d0-9dda-00c04fd7ba7c, and two more.
std::optional<uint8_t> GroupOfClass(const EtlGuid& guid) {
  static constexpr char kKernelTail[] = "\x05\xfe\xd0\x11\x9d\xda\x00\xc0\x4f\xd7\xba\x7c";
  static constexpr char kFileTail[] = "\x3e\x4a\xd1\x11\x84\xf4\x00\x00\xf8\x04\x63\xe3";
  static constexpr char kConfigTail[] = "\x8f\x41\x36\x4f\xae\xfc\xdc\x0f\x1d\x2f\xd2\x35";
  const auto head = LoadInt<uint32_t>(guid.data());
  const auto has = [&](const char* tail) { return std::memcmp(guid.data() + 4, tail, 12) == 0; };
  if (head == 0x3d6fa8d4 && has(kKernelTail)) return kEtlDiskGroup;
  if (head == 0x3d6fa8d0 && has(kKernelTail)) return kEtlProcessGroup;
  if (head == 0x3d6fa8d1 && has(kKernelTail)) return kEtlThreadGroup;
  if (head == 0x90cbdc39 && has(kFileTail)) return kEtlFileGroup;
  if (head == 0x01853a65 && has(kConfigTail)) return kEtlConfigGroup;
  return std::nullopt;
}

void FindGroup(EtlRecord* record) {
  const auto group = GroupOfClass(record->provider);
  if (!group) return;
  record->kind = EtlRecord::Kind::kKernel;
  record->group = *group;
}

/// Bytes of the items that follow an event header: {size, type, more?, data size}, 8-aligned.
/// nullopt when they do not end within the record.
std::optional<size_t> ExtendedBytes(absl::string_view after_header) {
  size_t at = 0;
  for (bool more = true; more;) {
    if (after_header.size() < at + 8) return std::nullopt;
    const size_t size = LoadInt<uint16_t>(after_header.data() + at);
    more = (LoadInt<uint16_t>(after_header.data() + at + 4) & 1) != 0;
    if (size < 8) return std::nullopt;
    at += (size + 7) & ~size_t{7};
  }
  return at <= after_header.size() ? std::optional(at) : std::nullopt;
}

}  // namespace

std::string EtlGuidText(const EtlGuid& guid) {
  const char* b = guid.data();
  return absl::StrFormat("%08x-%04x-%04x-%s-%s", LoadInt<uint32_t>(b), LoadInt<uint16_t>(b + 4),
                         LoadInt<uint16_t>(b + 6),
                         absl::BytesToHexString(absl::string_view(b + 8, 2)),
                         absl::BytesToHexString(absl::string_view(b + 10, 6)));
}

bool EtlRecordWalker::Next(EtlRecord* record) {
  if (broken_) return false;
  position_ += (size_ + 7) & ~size_t{7};
  size_ = 0;
  if (position_ + 8 > records_.size()) return false;
  const absl::string_view rest = records_.substr(position_);
  const auto marker = LoadInt<uint32_t>(rest.data());
  if (marker == 0 || marker == kFiller) return false;
  *record = EtlRecord{};
  return Decode(marker, rest, record) || Break();
}

bool EtlRecordWalker::Break() {
  broken_ = true;
  return false;
}

bool EtlRecordWalker::Decode(uint32_t marker, absl::string_view rest, EtlRecord* record) {
  constexpr uint32_t kEvent = 0xc0;
  if ((marker & 0x80000000u) == 0) return false;
  if (marker >> 24 != kEvent) return TakeSize(marker & 0xffff, 8, rest);
  const auto shape = ShapeOf(static_cast<uint8_t>(marker >> 16));
  if (!shape || rest.size() < shape->bytes) return false;
  record->pointer_bytes = shape->pointer_bytes;
  switch (shape->family) {
    case HeaderShape::kSystem:
      return TakeSystem(marker, shape->bytes, rest, record);
    case HeaderShape::kClassic:
      return TakeClassic(shape->bytes, rest, record);
    case HeaderShape::kManifest:
      return TakeManifest(shape->bytes, rest, record);
    case HeaderShape::kSizeOnly:
      return TakeSize(marker & 0xffff, shape->bytes, rest);
  }
  return false;
}

/// Takes the record's size, if it is possible.
bool EtlRecordWalker::TakeSize(size_t size, size_t header_bytes, absl::string_view rest) {
  if (size < header_bytes || size > rest.size()) return false;
  size_ = size;
  return true;
}

/// Version and extension bits are in the marker; size, opcode and group stand behind it.
bool EtlRecordWalker::TakeSystem(uint32_t marker, size_t header_bytes, absl::string_view rest,
                                 EtlRecord* record) {
  const size_t counters = marker >> 8 & 7, pebs = marker >> 15 & 1;
  const size_t before_payload = header_bytes + 8 * (counters + pebs);
  const char* b = rest.data();
  if (!TakeSize(LoadInt<uint16_t>(b + 4), before_payload, rest)) return false;
  record->kind = EtlRecord::Kind::kKernel;
  record->version = static_cast<uint8_t>(marker);
  record->opcode = static_cast<uint8_t>(b[6]);
  record->group = static_cast<uint8_t>(b[7]);
  record->has_thread = header_bytes > 16;
  if (record->has_thread) record->tid = LoadInt<uint32_t>(b + 8);
  record->ticks = LoadInt<int64_t>(b + (record->has_thread ? 16 : 8));
  record->payload = rest.substr(before_payload, size_ - before_payload);
  return true;
}

bool EtlRecordWalker::TakeClassic(size_t header_bytes, absl::string_view rest, EtlRecord* record) {
  const char* b = rest.data();
  if (!TakeSize(LoadInt<uint16_t>(b), header_bytes, rest)) return false;
  record->kind = EtlRecord::Kind::kClassic;
  record->opcode = static_cast<uint8_t>(b[4]);
  record->version = static_cast<uint8_t>(b[6]);
  record->has_thread = true;
  record->tid = LoadInt<uint32_t>(b + 8);
  record->ticks = LoadInt<int64_t>(b + 16);
  record->provider = LoadGuid(b + 24);
  record->payload = rest.substr(header_bytes, size_ - header_bytes);
  FindGroup(record);
  return true;
}

bool EtlRecordWalker::TakeManifest(size_t header_bytes, absl::string_view rest, EtlRecord* record) {
  constexpr uint16_t kHasExtendedData = 1;
  const char* b = rest.data();
  if (!TakeSize(LoadInt<uint16_t>(b), header_bytes, rest)) return false;
  record->kind = EtlRecord::Kind::kManifest;
  record->has_thread = true;
  record->tid = LoadInt<uint32_t>(b + 8);
  record->ticks = LoadInt<int64_t>(b + 16);
  record->provider = LoadGuid(b + 24);
  record->id = LoadInt<uint16_t>(b + 40);
  record->version = static_cast<uint8_t>(b[42]);
  record->opcode = static_cast<uint8_t>(b[45]);
  record->payload = rest.substr(header_bytes, size_ - header_bytes);
  FindGroup(record);
  if ((LoadInt<uint16_t>(b + 4) & kHasExtendedData) == 0) return true;
  const std::optional<size_t> extended = ExtendedBytes(record->payload);
  if (!extended) return false;
  record->payload.remove_prefix(*extended);
  return true;
}

}  // namespace ioreel
