#include <zstd.h>

#include <algorithm>

#include "base/check.h"
#include "formats/io/frame_decoder.h"

namespace ioreel {
namespace {

constexpr size_t kFrameHeaderBytes = 5;  // at least, of which 4 are the magic

class ZstdDecoder : public FrameDecoder {
 public:
  ZstdDecoder() {
    constexpr int kLargestWindowLog = 31;  // what `zstd --long=31` writes
    CHECK(zstd_ != nullptr);
    ZSTD_DCtx_setParameter(zstd_, ZSTD_d_windowLogMax, kLargestWindowLog);
  }
  ~ZstdDecoder() override { ZSTD_freeDCtx(zstd_); }

  /// Takes no more than the next block, as damage in a block loses what the same call has made.
  Step Decode(absl::string_view input, char* output, size_t output_size) override {
    ZSTD_inBuffer in{input.data(), std::min(input.size(), next_block_), 0};
    ZSTD_outBuffer out{output, output_size, 0};
    const size_t expected = ZSTD_decompressStream(zstd_, &out, &in);
    Step step{in.pos, out.pos, expected == 0};
    if (ZSTD_isError(expected))
      step.error = ZSTD_getErrorName(expected);
    else
      next_block_ = std::max<size_t>(expected, 1);
    return step;
  }

  void Restart() override {
    ZSTD_DCtx_reset(zstd_, ZSTD_reset_session_only);
    next_block_ = kFrameHeaderBytes;
  }

 private:
  ZSTD_DCtx* zstd_ = ZSTD_createDCtx();
  size_t next_block_ = kFrameHeaderBytes;
};

}  // namespace

std::unique_ptr<FrameDecoder> MakeZstdDecoder() { return std::make_unique<ZstdDecoder>(); }

}  // namespace ioreel
