#include "formats/etl/log_header.h"

#include "base/bytes.h"
#include "formats/etl/text.h"

namespace ioreel {
namespace {

constexpr uint32_t kCircular = 0x2, kAppended = 0x4, kOneOfSeveral = 0x8;
constexpr size_t kTimeZoneBytes = 172, kPaddingBytes = 4;

}  // namespace

bool EtlLogHeader::keeps_all() const {
  return (log_mode & (kCircular | kAppended | kOneOfSeveral)) == 0;
}

bool IsEtlLogHeader(const EtlRecord& record) {
  return record.kind == EtlRecord::Kind::kKernel && record.group == kEtlHeaderGroup &&
         record.opcode == 0 && record.has_thread;
}

std::optional<EtlLogHeader> DecodeEtlLogHeader(const EtlRecord& record) {
  EtlLogHeader header;
  header.ticks = record.ticks;
  ByteReader reader(record.payload);
  reader.Skip(4);  // buffer size
  header.os_major = reader.Read<uint8_t>();
  header.os_minor = reader.Read<uint8_t>();
  reader.Skip(2);
  header.os_build = reader.Read<uint32_t>();
  header.processors = reader.Read<uint32_t>();
  header.end_filetime = reader.Read<int64_t>();
  header.timer_100ns = reader.Read<uint32_t>();
  reader.Skip(4);  // greatest file size
  header.log_mode = reader.Read<uint32_t>();
  header.buffers_written = reader.Read<uint32_t>();
  reader.Skip(4);  // first buffers
  const auto pointer_bytes = reader.Read<uint32_t>();
  header.events_lost = reader.Read<uint32_t>();
  header.cpu_mhz = reader.Read<uint32_t>();
  if (pointer_bytes != 4 && pointer_bytes != 8) return std::nullopt;
  header.pointer_bytes = static_cast<uint8_t>(pointer_bytes);
  reader.Skip(2 * pointer_bytes + kTimeZoneBytes + kPaddingBytes + 8);  // … boot time
  header.ticks_per_s = reader.Read<int64_t>();
  header.start_filetime = reader.Read<int64_t>();
  header.clock_type = reader.Read<uint32_t>();
  header.buffers_lost = reader.Read<uint32_t>();
  if (!reader.ok()) return std::nullopt;
  header.session = Utf8FromUtf16(record.payload.substr(reader.position()));
  return header;
}

}  // namespace ioreel
