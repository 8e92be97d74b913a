#include "tests/support/octf_bytes.h"

#include "absl/strings/str_format.h"

namespace ioreel {
namespace {

constexpr uint64_t kDevice = 7;

std::string Varint(uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes.push_back(static_cast<char>(value | 0x80));
  bytes.push_back(static_cast<char>(value));
  return bytes;
}

std::string Number(int field, uint64_t value) {
  return value == 0 ? "" : Varint(static_cast<uint64_t>(field) << 3) + Varint(value);
}

std::string Bytes(int field, absl::string_view bytes) {
  return Varint(static_cast<uint64_t>(field) << 3 | 2) + Varint(bytes.size()) + std::string(bytes);
}

std::string Event(uint64_t time, int kind, const std::string& body) {
  const std::string message = Bytes(1, Number(1, 1) + Number(2, time)) + Bytes(kind, body);
  return Varint(message.size()) + message;
}

}  // namespace

std::string OctfIo(uint64_t time, uint64_t id, uint64_t op, uint64_t sector, uint64_t sectors,
                   const std::vector<std::pair<int, uint64_t>>& flags) {
  std::string body = Number(1, sector) + Number(2, sectors) + Number(4, kDevice) + Number(5, op);
  for (const auto& [field, value] : flags) body += Number(field, value);
  return Event(time, 2, body + Number(9, id));
}

std::string OctfCompletion(uint64_t time, uint64_t id, uint64_t error) {
  return Event(time, 5, Number(3, error) + Number(4, kDevice) + Number(5, id));
}

std::string OctfDevice(uint64_t time, absl::string_view name, uint64_t sectors) {
  return Event(time, 3, Number(1, kDevice) + Bytes(2, name) + Number(3, sectors));
}

std::string OctfFsEvent(uint64_t time) { return Event(time, 7, Number(2, 1)); }

std::string Tar(const std::vector<std::pair<std::string, std::string>>& files) {
  std::string archive;
  for (const auto& [name, text] : files) {
    std::string header(512, '\0');
    header.replace(0, name.size(), name);
    header.replace(124, 11, absl::StrFormat("%011o", text.size()));
    header[156] = '0';
    header.replace(257, 5, "ustar");
    archive += header + text + std::string((512 - text.size() % 512) % 512, '\0');
  }
  return archive + std::string(1024, '\0');
}

}  // namespace ioreel
