#include "tests/support/png.h"

#include <zlib.h>

#include "base/check.h"

namespace ioreel {
namespace {

uint32_t Big32(const std::string& bytes, size_t at) {
  uint32_t value = 0;
  for (size_t i = at; i < at + 4; ++i) value = value << 8 | static_cast<uint8_t>(bytes[i]);
  return value;
}

void TakeHeader(const std::string& data, DecodedPng* image) {
  image->width = Big32(data, 0);
  image->height = Big32(data, 4);
  CHECK(data.substr(8) == std::string("\x04\x03\x00\x00\x00", 5));
}

void TakeRows(const std::string& data, DecodedPng* image) {
  const size_t row_bytes = 1 + (size_t{image->width} + 1) / 2;
  std::string rows(row_bytes * image->height, '\0');
  uLongf size = rows.size();
  CHECK(uncompress(reinterpret_cast<Bytef*>(rows.data()), &size,
                   reinterpret_cast<const Bytef*>(data.data()), data.size()) == Z_OK);
  CHECK(size == rows.size());
  for (size_t y = 0; y < image->height; ++y) {
    CHECK(rows[y * row_bytes] == 0);
    for (size_t x = 0; x < image->width; ++x) {
      const auto pair = static_cast<uint8_t>(rows[y * row_bytes + 1 + x / 2]);
      image->shades.push_back(x % 2 == 0 ? pair >> 4 : pair & 15);
    }
  }
}

}  // namespace

DecodedPng DecodePng(const std::string& png) {
  DecodedPng image;
  CHECK(png.substr(0, 8) == "\x89PNG\r\n\x1a\n");
  for (size_t at = 8; at < png.size();) {
    const uint32_t size = Big32(png, at);
    const std::string type = png.substr(at + 4, 4), data = png.substr(at + 8, size);
    const uLong crc = crc32(0, reinterpret_cast<const Bytef*>(png.data() + at + 4), size + 4);
    CHECK(Big32(png, at + 8 + size) == crc);
    if (type == "IHDR") TakeHeader(data, &image);
    if (type == "PLTE") image.palette = data;
    if (type == "tRNS") image.opacities = data;
    if (type == "IDAT") TakeRows(data, &image);
    at += 12 + size;
  }
  return image;
}

}  // namespace ioreel
