#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "base/check.h"
#include "base/units.h"
#include "formats/io/frame_decoder.h"

namespace ioreel {
namespace {

constexpr size_t kFrameHeaderBytes = 5;  // at least, of which 4 are the magic
constexpr size_t kKeptHeadBytes = 6;     // up to the window's size
constexpr int kLargestWindowLog = 27;    // 128 MiB: what zstd itself unpacks unasked

/// log2 of the window of a frame that begins with `head`, rounded up: RFC 8878, 3.1.1.1.2. 0 = it
/// is as large as the contents.
int WindowLog(absl::string_view head) {
  constexpr uint8_t kSingleSegment = 1 << 5;
  if (head.size() < 6 || (static_cast<uint8_t>(head[4]) & kSingleSegment) != 0) return 0;
  const auto window = static_cast<uint8_t>(head[5]);
  return 10 + (window >> 3) + ((window & 7) > 0 ? 1 : 0);
}

std::string TooLarge(absl::string_view head) {
  const int log = WindowLog(head);
  return absl::StrCat("not unpacked: its zstd window is ",
                      log == 0 ? "that of its contents" : FormatSize(uint64_t{1} << log),
                      ", larger than the 128 MiB taken for it; unpack it with `zstd -d --long=",
                      log == 0 ? 31 : log, " -c FILE`, into a file or a pipe that is read as -");
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
    const size_t seen = ZSTD_isError(expected) ? in.size : in.pos;
    if (head_.size() < kKeptHeadBytes)
      head_.append(input.data(), std::min(seen, kKeptHeadBytes - head_.size()));
    Step step{in.pos, out.pos, expected == 0};
    if (!ZSTD_isError(expected)) {
      next_block_ = std::max<size_t>(expected, 1);
      return step;
    }
    step.refused = ZSTD_getErrorCode(expected) == ZSTD_error_frameParameter_windowTooLarge;
    step.error = step.refused ? TooLarge(head_) : ZSTD_getErrorName(expected);
    return step;
  }

  void Restart() override {
    ZSTD_DCtx_reset(zstd_, ZSTD_reset_session_only);
    next_block_ = kFrameHeaderBytes;
    head_.clear();
  }

 private:
  ZSTD_DCtx* zstd_ = ZSTD_createDCtx();
  size_t next_block_ = kFrameHeaderBytes;
  std::string head_;  ///< the first bytes of the frame
};

}  // namespace

std::unique_ptr<FrameDecoder> MakeZstdDecoder() { return std::make_unique<ZstdDecoder>(); }

}  // namespace ioreel
