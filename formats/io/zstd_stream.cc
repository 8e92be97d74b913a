#include "formats/io/zstd_stream.h"

#include <zstd.h>

#include "base/check.h"

namespace ioreel {

struct ZstdStreamDecoder::Context {
  ZSTD_DCtx* zstd = ZSTD_createDCtx();
  ~Context() { ZSTD_freeDCtx(zstd); }
};

ZstdStreamDecoder::ZstdStreamDecoder() : context_(std::make_unique<Context>()) {
  CHECK(context_->zstd != nullptr);
  constexpr int kLargestWindowLog = 31;  // what `zstd --long=31` writes
  ZSTD_DCtx_setParameter(context_->zstd, ZSTD_d_windowLogMax, kLargestWindowLog);
}

ZstdStreamDecoder::~ZstdStreamDecoder() = default;

ZstdStreamDecoder::Step ZstdStreamDecoder::Decode(absl::string_view input, char* output,
                                                  size_t output_size) {
  ZSTD_inBuffer in{input.data(), input.size(), 0};
  ZSTD_outBuffer out{output, output_size, 0};
  const size_t expected = ZSTD_decompressStream(context_->zstd, &out, &in);
  Step step{in.pos, out.pos, nullptr};
  if (ZSTD_isError(expected)) {
    step.error = ZSTD_getErrorName(expected);
  } else if (in.pos > 0 || out.pos > 0) {
    at_frame_end_ = expected == 0;
  }
  return step;
}

}  // namespace ioreel
