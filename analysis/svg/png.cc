#include "analysis/svg/png.h"

#include <zlib.h>

#include "absl/strings/string_view.h"
#include "base/check.h"

namespace ioreel {
namespace {

constexpr int kShades = 16;
constexpr int kFaintest = 100;  // opacity of shade 1, of 255

void PutBig32(uint32_t value, std::string* out) {
  for (const int shift : {24, 16, 8, 0}) out->push_back(static_cast<char>(value >> shift));
}

void PutChunk(absl::string_view type, absl::string_view data, std::string* out) {
  PutBig32(static_cast<uint32_t>(data.size()), out);
  const size_t begin = out->size();
  out->append(type.data(), type.size());
  out->append(data.data(), data.size());
  const uLong crc = crc32(0, reinterpret_cast<const Bytef*>(out->data() + begin),
                          static_cast<uInt>(out->size() - begin));
  PutBig32(static_cast<uint32_t>(crc), out);
}

std::string Header(const ShadeImage& image) {
  std::string header;
  PutBig32(image.width, &header);
  PutBig32(image.height, &header);
  header += std::string("\x04\x03\x00\x00\x00", 5);  // 4 bits, palette, no interlace
  return header;
}

std::string Palette(const ShadeImage& image) {
  std::string palette;
  for (int i = 0; i < kShades; ++i) {
    for (const uint8_t part : image.colour) palette.push_back(static_cast<char>(part));
  }
  return palette;
}

std::string Opacities() {
  std::string opacities(1, '\0');
  for (int i = 1; i < kShades; ++i) {
    opacities.push_back(static_cast<char>(kFaintest + (255 - kFaintest) * (i - 1) / (kShades - 2)));
  }
  return opacities;
}

/// Rows of two pixels a byte, each after a filter byte: none.
std::string Rows(const ShadeImage& image) {
  std::string rows;
  for (uint32_t y = 0; y < image.height; ++y) {
    rows.push_back('\0');
    const uint8_t* row = image.shades.data() + size_t{y} * image.width;
    for (uint32_t x = 0; x < image.width; x += 2) {
      const int right = x + 1 < image.width ? row[x + 1] : 0;
      rows.push_back(static_cast<char>(row[x] << 4 | right));
    }
  }
  return rows;
}

std::string Deflate(const std::string& bytes) {
  uLongf size = compressBound(bytes.size());
  std::string out(size, '\0');
  const int result =
      compress2(reinterpret_cast<Bytef*>(out.data()), &size,
                reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(), Z_BEST_COMPRESSION);
  CHECK(result == Z_OK);
  out.resize(size);
  return out;
}

}  // namespace

std::string EncodePng(const ShadeImage& image) {
  CHECK(image.width > 0 && image.height > 0);
  CHECK(image.shades.size() == size_t{image.width} * image.height);
  std::string png = "\x89PNG\r\n\x1a\n";
  PutChunk("IHDR", Header(image), &png);
  PutChunk("PLTE", Palette(image), &png);
  PutChunk("tRNS", Opacities(), &png);
  PutChunk("IDAT", Deflate(Rows(image)), &png);
  PutChunk("IEND", "", &png);
  return png;
}

}  // namespace ioreel
