#include "tests/support/gzip.h"

#include <zlib.h>

#include "base/check.h"

namespace ioreel {

std::string Gzip(const std::string& text) {
  z_stream zlib = {};
  CHECK(deflateInit2(&zlib, 9, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string stored(deflateBound(&zlib, text.size()), '\0');
  zlib.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  zlib.avail_in = static_cast<uInt>(text.size());
  zlib.next_out = reinterpret_cast<Bytef*>(stored.data());
  zlib.avail_out = static_cast<uInt>(stored.size());
  CHECK(deflate(&zlib, Z_FINISH) == Z_STREAM_END);
  stored.resize(zlib.total_out);
  deflateEnd(&zlib);
  return stored;
}

}  // namespace ioreel
