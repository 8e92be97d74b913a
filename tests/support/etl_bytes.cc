#include "tests/support/etl_bytes.h"

#include "base/bytes.h"
#include "base/check.h"

namespace ioreel {
namespace {

void AppendPointer(std::string* out, uint64_t value, int bytes) {
  if (bytes == 4) AppendInt(out, static_cast<uint32_t>(value));
  if (bytes == 8) AppendInt(out, value);
}

void Overwrite(std::string* out, size_t at, const std::string& bytes) {
  out->replace(at, bytes.size(), bytes);
}

template <typename T>
std::string IntBytes(T value) {
  std::string bytes;
  AppendInt(&bytes, value);
  return bytes;
}

std::string Marker(uint16_t low, int type) {
  return IntBytes(uint32_t{low} | static_cast<uint32_t>(type) << 16 | 0xc0000000u);
}

}  // namespace

std::string EtlRecordBytes::Encode() const {
  const bool wide = pointer_bytes == 8;
  const bool is_system =
      header == Header::kPerfInfo || header == Header::kSystem || header == Header::kCompact;
  std::string out;
  const auto size = [&](size_t header_bytes) {
    return static_cast<uint16_t>(header_bytes + 8u * counters + extended.size() + payload.size());
  };
  const auto types = [&](int narrow_type, int wide_type) { return wide ? wide_type : narrow_type; };
  if (is_system) {
    const size_t bytes = header == Header::kPerfInfo ? 16 : header == Header::kCompact ? 24 : 32;
    out = Marker(static_cast<uint16_t>(version | counters << 8),
                 header == Header::kPerfInfo  ? types(0x10, 0x11)
                 : header == Header::kCompact ? types(0x03, 0x04)
                                              : types(0x01, 0x02));
    AppendInt(&out, size(bytes));
    AppendInt(&out, opcode);
    AppendInt(&out, group);
    if (header != Header::kPerfInfo) AppendInt(&out, uint64_t{tid});
    AppendInt(&out, ticks);
    out.resize(bytes + 8u * counters);
  } else {
    const size_t bytes = header == Header::kFull ? 48 : header == Header::kInstance ? 72 : 80;
    out = Marker(size(bytes), header == Header::kFull       ? types(0x0a, 0x14)
                              : header == Header::kInstance ? types(0x0b, 0x15)
                                                            : types(0x12, 0x13));
    out.resize(bytes);
    if (header != Header::kManifest)
      Overwrite(&out, 4, {static_cast<char>(opcode), 0, static_cast<char>(version)});
    if (header == Header::kManifest && !extended.empty()) Overwrite(&out, 4, std::string(1, '\1'));
    Overwrite(&out, 8, IntBytes(tid));
    Overwrite(&out, 16, IntBytes(ticks));
    Overwrite(&out, 24, provider);
    if (header == Header::kManifest)
      Overwrite(&out, 40,
                IntBytes(id) +
                    std::string({static_cast<char>(version), 0, 0, static_cast<char>(opcode)}));
    out += extended;
  }
  out += payload;
  out.resize((out.size() + 7) & ~size_t{7});
  return out;
}

std::string EtlDiskBytes::Transfer(int pointer_bytes, int version) const {
  std::string out;
  AppendInt(&out, disk);
  AppendInt(&out, irp_flags);
  AppendInt(&out, length);
  AppendInt(&out, uint32_t{0});
  AppendInt(&out, offset);
  AppendPointer(&out, 0xfffffa8012345678, pointer_bytes);  // file object
  if (version >= 2) AppendPointer(&out, irp, pointer_bytes);
  if (version >= 1) AppendInt(&out, response);
  if (version >= 3) AppendInt(&out, tid);
  return out;
}

std::string EtlDiskBytes::Flush(int pointer_bytes, int version) const {
  std::string out;
  AppendInt(&out, disk);
  AppendInt(&out, irp_flags);
  AppendInt(&out, response);
  AppendPointer(&out, irp, pointer_bytes);
  if (version >= 3) AppendInt(&out, tid);
  return out;
}

std::string EtlDiskBytes::Init(int pointer_bytes, int version) const {
  std::string out;
  AppendPointer(&out, irp, pointer_bytes);
  if (version >= 3) AppendInt(&out, tid);
  return out;
}

std::string EtlProcessBytes(int pointer_bytes, int version, uint32_t pid, uint32_t parent,
                            const std::string& image, bool with_sid) {
  std::string out;
  if (version == 0) {
    AppendPointer(&out, pid, pointer_bytes);
    AppendPointer(&out, parent, pointer_bytes);
  } else {
    AppendPointer(&out, 0xfffffa8001020304, pointer_bytes);
    AppendInt(&out, pid);
    AppendInt(&out, parent);
    AppendInt(&out, uint64_t{1});
    if (version >= 3) AppendPointer(&out, 0x187000, pointer_bytes);
    if (version >= 4) AppendInt(&out, uint32_t{0});
  }
  if (with_sid) {
    AppendPointer(&out, 0xfffff8a001020304, pointer_bytes);
    AppendPointer(&out, 0, pointer_bytes);
    AppendInt(&out, uint32_t{0x0101});  // revision 1, one word
    AppendInt(&out, uint32_t{0x05000000});
    AppendInt(&out, uint32_t{18});
  } else {
    AppendInt(&out, uint32_t{0});
  }
  out += image + '\0';
  if (version >= 2) out += Utf16Bytes(image + " /command line");
  if (version >= 4) out += Utf16Bytes("") + Utf16Bytes("");
  return out;
}

std::string EtlThreadBytes(int pointer_bytes, int version, uint32_t pid, uint32_t tid,
                           const std::string& name) {
  std::string out;
  AppendInt(&out, version == 0 ? tid : pid);
  AppendInt(&out, version == 0 ? pid : tid);
  if (version == 0) return out;
  for (int i = 0; i < 7; ++i) AppendPointer(&out, 0x1000, pointer_bytes);
  AppendInt(&out, uint64_t{0x00020508'00000000});
  if (version >= 3) out += Utf16Bytes(name);
  return out;
}

std::string Utf16Bytes(const std::string& text) {
  std::string out;
  for (const char c : text + '\0') {
    out.push_back(c);
    out.push_back('\0');
  }
  return out;
}

std::string XpressLiterals(const std::string& bytes) {
  std::string out;
  for (size_t at = 0; at < bytes.size(); at += 32)
    out += std::string(4, '\0') + bytes.substr(at, 32);  // 32 flags, all of them 0
  return out;
}

std::string EtlBufferBytes::Encode() const {
  constexpr size_t kHeaderBytes = 72;
  const bool compressed = !packed.empty();
  const auto stored = compressed ? static_cast<uint32_t>(kHeaderBytes + packed.size()) : size;
  CHECK(compressed || kHeaderBytes + records.size() <= size);
  const uint32_t end = used != 0 ? used : static_cast<uint32_t>(kHeaderBytes + records.size());
  std::string out(kHeaderBytes, '\0');
  Overwrite(&out, 0x00, IntBytes(stored) + IntBytes(end) + IntBytes(end));
  Overwrite(&out, 0x18, IntBytes(sequence));
  Overwrite(&out, 0x28, IntBytes(cpu));
  Overwrite(&out, 0x2c, IntBytes(uint32_t{3}));
  const auto all_flags = static_cast<uint16_t>(flags | (compressed ? 0x40 : 0));
  Overwrite(&out, 0x30, IntBytes(end) + IntBytes(all_flags));
  out += compressed ? packed : records;
  out.resize(stored, '\xff');
  return out;
}

std::string EtlFileBytes::Encode() const {
  std::string payload;
  AppendInt(&payload, uint32_t{1024});
  payload += std::string("\6\1\1\5", 4);
  AppendInt(&payload, uint32_t{7601});
  AppendInt(&payload, uint32_t{8});
  AppendInt(&payload, end_filetime);
  AppendInt(&payload, timer_100ns);
  AppendInt(&payload, uint32_t{0});
  AppendInt(&payload, log_mode);
  AppendInt(&payload,
            buffers_written != 0 ? buffers_written : static_cast<uint32_t>(buffers.size() + 1));
  AppendInt(&payload, uint32_t{1});
  AppendInt(&payload, static_cast<uint32_t>(pointer_bytes));
  AppendInt(&payload, events_lost);
  AppendInt(&payload, cpu_mhz);
  payload.resize(payload.size() + 2u * static_cast<size_t>(pointer_bytes) + 172 + 4 + 8);
  AppendInt(&payload, ticks_per_s);
  AppendInt(&payload, start_filetime);
  AppendInt(&payload, clock_type);
  AppendInt(&payload, buffers_lost);
  payload += Utf16Bytes("Test session") + Utf16Bytes("C:\\test.etl");
  const EtlRecordBytes header = {.header = EtlRecordBytes::Header::kSystem,
                                 .pointer_bytes = pointer_bytes,
                                 .group = 0,
                                 .opcode = 0,
                                 .version = 2,
                                 .ticks = ticks,
                                 .payload = payload};
  std::string out = EtlBufferBytes{.records = header.Encode()}.Encode();
  for (const EtlBufferBytes& buffer : buffers) out += buffer.Encode();
  return out;
}

std::string SmallEtl(int pointer_bytes) {
  const auto record = [&](uint8_t group, uint8_t opcode, int64_t ticks,
                          const std::string& payload) {
    const bool system = group != 1 || opcode == 0x0c;
    return EtlRecordBytes{
        .header = system ? EtlRecordBytes::Header::kSystem : EtlRecordBytes::Header::kPerfInfo,
        .pointer_bytes = pointer_bytes,
        .group = group,
        .opcode = opcode,
        .version = 3,
        .ticks = ticks,
        .payload = payload}
        .Encode();
  };
  const EtlDiskBytes read = {.offset = 1 << 20, .irp = 0xabc0, .response = 3'000, .tid = 44};
  const EtlDiskBytes flush = {.irp = 0xabc0, .response = 5'000, .tid = 44};
  EtlFileBytes file = {.pointer_bytes = pointer_bytes};
  file.buffers.push_back(
      {.records = record(5, 3, 1'000'100, EtlThreadBytes(pointer_bytes, 3, 40, 44)) +
                  record(3, 3, 1'000'200, EtlProcessBytes(pointer_bytes, 3, 40, 4, "app.exe")) +
                  record(1, 0x0c, 1'001'000, read.Init(pointer_bytes, 3)) +
                  record(1, 0x0a, 1'004'001, read.Transfer(pointer_bytes, 3)) +
                  record(1, 0x0e, 1'020'000, flush.Flush(pointer_bytes, 3)),
       .cpu = 1,
       .sequence = 1});
  return file.Encode();
}

}  // namespace ioreel
