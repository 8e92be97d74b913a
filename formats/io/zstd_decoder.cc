#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>

#include "base/check.h"
#include "formats/io/frame_decoder.h"

namespace ioreel {
namespace {

constexpr size_t kFrameHeaderBytes = 5;  // at least, of which 4 are the magic
constexpr int kLargestWindowLog = 27;    // 128 MiB: what zstd itself unpacks unasked

const char* ErrorText(size_t result) {
  if (ZSTD_getErrorCode(result) == ZSTD_error_frameParameter_windowTooLarge)
    return "its window is larger than 128 MiB, as --long=28 and more make it; "
           "`zstd -d --long=31 -c FILE` unpacks it";
  return ZSTD_getErrorName(result);
}

class ZstdDecoder : public FrameDecoder {
 public:
  ZstdDecoder() {
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
      step.error = ErrorText(expected);
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
