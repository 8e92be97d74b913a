#include "formats/etl/life.h"

#include "base/bytes.h"
#include "formats/etl/text.h"

namespace ioreel {
namespace {

constexpr uint8_t kLastKnown = 5;
constexpr uint8_t kDefunct = 0x27;  ///< a process that has ended and is still referred to

std::optional<EtlEvent::Life> LifeOf(uint8_t opcode) {
  switch (opcode) {
    case 1:
      return EtlEvent::Life::kStart;
    case 2:
      return EtlEvent::Life::kEnd;
    case 3:
      return EtlEvent::Life::kLivesAtStart;
    case 4:
      return EtlEvent::Life::kLivesAtEnd;
    case kDefunct:
      return EtlEvent::Life::kEnd;
  }
  return std::nullopt;
}

/// A user's SID: a word of 0 alone, or a TOKEN_USER of two pointers and the SID itself, which
/// starts with its revision, 1, and its number of words. The pointers may be 0.
void SkipSid(ByteReader* reader, absl::string_view payload, uint8_t pointer_bytes) {
  const absl::string_view rest = payload.substr(reader->position());
  const size_t sid = 2u * pointer_bytes;
  const bool has_sid = rest.size() >= sid + 8 && rest[sid] == 1 && rest[sid + 1] <= 15;
  if (has_sid) {
    reader->Skip(sid + 8 + 4u * static_cast<uint8_t>(rest[sid + 1]));
  } else if (reader->Read<uint32_t>() != 0) {
    reader->Skip(payload.size());  // neither: not readable
  }
}

bool ReadProcess(const EtlRecord& record, EtlLife* out) {
  ByteReader reader(record.payload);
  const uint8_t pointer = record.pointer_bytes;
  if (record.version == 0) {  // process ids are of a pointer's size
    out->pid = reader.Read<uint32_t>();
    reader.Skip(pointer - 4u);
    out->parent = reader.Read<uint32_t>();
    reader.Skip(pointer - 4u);
  } else {
    reader.Skip(pointer);
    out->pid = reader.Read<uint32_t>();
    out->parent = reader.Read<uint32_t>();
    reader.Skip(8);                                 // session, exit status
    if (record.version >= 3) reader.Skip(pointer);  // page directory
    if (record.version >= 4) reader.Skip(4);        // flags
  }
  SkipSid(&reader, record.payload, pointer);
  if (!reader.ok()) return false;
  out->name = Utf8FromAnsi(record.payload.substr(reader.position()));
  return true;
}

bool ReadThread(const EtlRecord& record, EtlLife* out) {
  ByteReader reader(record.payload);
  const auto first = reader.Read<uint32_t>(), second = reader.Read<uint32_t>();
  out->pid = record.version == 0 ? second : first;
  out->tid = record.version == 0 ? first : second;
  if (!reader.ok()) return false;
  const size_t name = 16 + 7u * record.pointer_bytes;  // ids, addresses, tag, priorities
  if (record.version >= 3 && record.payload.size() > name)
    out->name = Utf8FromUtf16(record.payload.substr(name));
  return true;
}

}  // namespace

EtlLifeVerdict DecodeEtlLife(const EtlRecord& record, EtlLife* out) {
  const std::optional<EtlEvent::Life> life = LifeOf(record.opcode);
  const bool is_process = record.group == kEtlProcessGroup;
  if (!life || (!is_process && record.opcode == kDefunct)) return EtlLifeVerdict::kOther;
  if (record.version > kLastKnown) return EtlLifeVerdict::kUnknown;
  *out = EtlLife{};
  out->life = *life;
  const bool ok = is_process ? ReadProcess(record, out) : ReadThread(record, out);
  return ok ? EtlLifeVerdict::kOk : EtlLifeVerdict::kUnknown;
}

}  // namespace ioreel
