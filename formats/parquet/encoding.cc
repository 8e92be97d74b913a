#include "formats/parquet/encoding.h"

#include <algorithm>
#include <vector>

#include "absl/numeric/bits.h"
#include "formats/parquet/thrift_compact.h"

namespace ioreel {
namespace {

constexpr size_t kBlock = 128, kMiniblocks = 4, kMiniblock = kBlock / kMiniblocks;

/// Each value in `width` bits, the lowest first, `count` of them; those that are missing are 0.
void AppendPacked(absl::Span<const uint64_t> values, size_t count, int width, std::string* out) {
  const size_t begin = out->size();
  out->resize(begin + (count * static_cast<size_t>(width) + 7) / 8);
  size_t bit = 0;
  for (uint64_t value : values) {
    for (int left = width; left > 0;) {
      const int at = static_cast<int>(bit % 8), taken = std::min(8 - at, left);
      char& byte = (*out)[begin + bit / 8];
      const uint64_t part = value & ((1u << taken) - 1);
      byte = static_cast<char>(static_cast<uint8_t>(byte) | part << at);
      value >>= taken;
      left -= taken;
      bit += static_cast<size_t>(taken);
    }
  }
}

/// Differences wrap as two's complement does, and so do their sums.
int64_t Difference(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
}

void AppendBlock(absl::Span<const int64_t> deltas, std::string* out) {
  const int64_t least = *std::min_element(deltas.begin(), deltas.end());
  std::vector<uint64_t> above;
  for (int64_t delta : deltas) above.push_back(static_cast<uint64_t>(Difference(delta, least)));
  AppendZigzag(least, out);
  int widths[kMiniblocks] = {};
  for (size_t i = 0; i < above.size(); ++i) {
    int& width = widths[i / kMiniblock];
    width = std::max(width, BitWidth(above[i]));
  }
  for (int width : widths) out->push_back(static_cast<char>(width));
  for (size_t i = 0; i * kMiniblock < above.size(); ++i)
    AppendPacked(absl::MakeConstSpan(above).subspan(i * kMiniblock, kMiniblock), kMiniblock,
                 widths[i], out);
}

}  // namespace

int BitWidth(uint64_t value) { return absl::bit_width(value); }

void AppendDeltas(absl::Span<const int64_t> values, std::string* out) {
  AppendVarint(kBlock, out);
  AppendVarint(kMiniblocks, out);
  AppendVarint(values.size(), out);
  AppendZigzag(values.empty() ? 0 : values[0], out);
  std::vector<int64_t> deltas;
  for (size_t i = 1; i < values.size(); ++i) deltas.push_back(Difference(values[i], values[i - 1]));
  for (size_t i = 0; i < deltas.size(); i += kBlock)
    AppendBlock(absl::MakeConstSpan(deltas).subspan(i, kBlock), out);
}

void AppendHybrid(absl::Span<const uint64_t> values, int width, std::string* out) {
  if (values.empty()) return;
  if (std::all_of(values.begin(), values.end(), [&](uint64_t v) { return v == values[0]; })) {
    AppendVarint(values.size() << 1, out);
    for (int bits = 0; bits < width; bits += 8)
      out->push_back(static_cast<char>(values[0] >> bits));
    return;
  }
  const size_t groups = (values.size() + 7) / 8;
  AppendVarint(groups << 1 | 1, out);
  AppendPacked(values, groups * 8, width, out);
}

}  // namespace ioreel
