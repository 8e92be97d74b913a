#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "base/bytes.h"
#include "formats/blktrace/record.h"

namespace ioreel {

/// A blktrace record for tests; the defaults are a 4 KiB write queued on 7:0.
struct BlktraceBytes {
  uint32_t code = 1;
  uint64_t categories = 1 << 1;  ///< before the shift
  uint64_t time_ns = 0;
  uint64_t sector = 0;
  uint32_t bytes = 4096;
  uint32_t tid = 100;
  uint32_t cpu = 0;
  uint32_t device = 7 << 20;
  uint32_t sequence = 0;
  uint16_t error = 0;
  uint8_t version = 7;  ///< from 8 on the layout is that of version 8
  std::string payload;

  std::string Encode(ByteOrder order = ByteOrder::kLittle) const;
  /// With the 16 bytes that the ftrace pipe puts in front.
  std::string EncodeWithContext() const;
};

BlktraceRecord HeaderAt(const char* bytes, const BlktraceMagic& magic);

/// Gives `bytes` to a framer or decoder.
template <typename Sink>
void Feed(absl::string_view bytes, Sink* sink) {
  std::copy(bytes.begin(), bytes.end(), sink->Room(bytes.size()).begin());
  sink->Fed(bytes.size());
}

/// Bytes from hex digits; blanks are ignored.
std::string FromHex(const std::string& hex);

}  // namespace ioreel
