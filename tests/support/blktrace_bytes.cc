#include "tests/support/blktrace_bytes.h"

#include <algorithm>
#include <cctype>

#include "absl/strings/escaping.h"

namespace ioreel {

std::string BlktraceBytes::Encode(ByteOrder order) const {
  std::string out;
  AppendInt<uint32_t>(&out, 0x65617400u | version, order);
  AppendInt<uint32_t>(&out, sequence, order);
  AppendInt<uint64_t>(&out, time_ns, order);
  AppendInt<uint64_t>(&out, sector, order);
  AppendInt<uint32_t>(&out, bytes, order);
  const uint64_t action = code | categories << 16;
  if (version < 8) AppendInt<uint32_t>(&out, static_cast<uint32_t>(action), order);
  AppendInt<uint32_t>(&out, tid, order);
  if (version >= 8) AppendInt<uint64_t>(&out, action, order);
  AppendInt<uint32_t>(&out, device, order);
  AppendInt<uint32_t>(&out, cpu, order);
  AppendInt<uint16_t>(&out, error, order);
  AppendInt<uint16_t>(&out, static_cast<uint16_t>(payload.size()), order);
  if (version >= 8) out.append(12, '\0');
  return out + payload;
}

std::string BlktraceBytes::EncodeWithContext() const {
  std::string out;
  AppendInt<uint32_t>(&out, tid);
  AppendInt<uint32_t>(&out, cpu);
  AppendInt<uint64_t>(&out, time_ns);
  return out + Encode();
}

std::string FromHex(const std::string& hex) {
  std::string digits;
  std::copy_if(hex.begin(), hex.end(), std::back_inserter(digits),
               [](unsigned char c) { return std::isxdigit(c); });
  return absl::HexStringToBytes(digits);
}

BlktraceRecord HeaderAt(const char* bytes, const BlktraceMagic& magic) {
  BlktraceRecord record;
  DecodeBlktraceHeader(bytes, magic, &record);
  return record;
}

}  // namespace ioreel
