#include "formats/etl/buffer.h"

#include "base/bytes.h"

namespace ioreel {
namespace {

constexpr uint16_t kCpuHas16Bits = 0x20;
constexpr uint64_t kMostTimesPacked = 1024;  ///< records do not repeat more than that

}  // namespace

EtlBufferHeader DecodeEtlBufferHeader(const char* bytes) {
  EtlBufferHeader header;
  header.stored_bytes = LoadInt<uint32_t>(bytes);
  header.sequence = LoadInt<int64_t>(bytes + 0x18);
  header.cpu = LoadInt<uint16_t>(bytes + 0x28);
  header.used_bytes = LoadInt<uint32_t>(bytes + 0x30);
  header.flags = LoadInt<uint16_t>(bytes + 0x34);
  if ((header.flags & kCpuHas16Bits) == 0) header.cpu &= 0xff;
  return header;
}

bool EtlBufferHeader::IsPlausible() const {
  if (stored_bytes < kEtlBufferHeaderBytes || stored_bytes > kMostEtlBufferBytes) return false;
  if (used_bytes < kEtlBufferHeaderBytes || used_bytes > kMostEtlBufferBytes) return false;
  if (compressed()) return used_bytes <= stored_bytes * kMostTimesPacked;
  return stored_bytes % 8 == 0 && used_bytes <= stored_bytes;
}

}  // namespace ioreel
