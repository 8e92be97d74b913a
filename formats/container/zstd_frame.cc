#include "formats/container/zstd_frame.h"

#include <zstd.h>

#include "absl/strings/str_cat.h"
#include "base/check.h"

namespace ioreel {
namespace {

/// Measured (tests/bench/container_bench.cc): higher ones take much longer for 1 % less.
constexpr int kLevel = 6;
/// A zstd block of its own costs some 30 bytes; smaller parts share one.
constexpr size_t kOwnBlockBytes = 256;

size_t Must(size_t result) {
  CHECK(!ZSTD_isError(result));
  return result;
}

}  // namespace

FrameCompressor::FrameCompressor() : context_(ZSTD_createCCtx(), ZSTD_freeCCtx) {
  CHECK(context_ != nullptr);
  Must(ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, kLevel));
  Must(ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1));
}

std::string FrameCompressor::Compress(const std::vector<std::string>& parts) {
  size_t raw_bytes = 0;
  for (const std::string& part : parts) raw_bytes += part.size();
  // Every block may cost some bytes more than the bound for one call allows.
  std::string frame(ZSTD_compressBound(raw_bytes) + parts.size() * 32 + 64, '\0');
  Must(ZSTD_CCtx_reset(context_.get(), ZSTD_reset_session_only));
  Must(ZSTD_CCtx_setPledgedSrcSize(context_.get(), raw_bytes));
  ZSTD_outBuffer out{frame.data(), frame.size(), 0};
  size_t open_bytes = 0;
  for (const std::string& part : parts) {
    ZSTD_inBuffer in{part.data(), part.size(), 0};
    if (open_bytes > 0 && part.size() >= kOwnBlockBytes) {
      ZSTD_inBuffer none{nullptr, 0, 0};
      CHECK(Must(ZSTD_compressStream2(context_.get(), &out, &none, ZSTD_e_flush)) == 0);
      open_bytes = 0;
    }
    const bool own = part.size() >= kOwnBlockBytes;
    CHECK(Must(ZSTD_compressStream2(context_.get(), &out, &in,
                                    own ? ZSTD_e_flush : ZSTD_e_continue)) == 0 ||
          !own);
    CHECK(in.pos == in.size);
    open_bytes = own ? 0 : open_bytes + part.size();
  }
  ZSTD_inBuffer none{nullptr, 0, 0};
  CHECK(Must(ZSTD_compressStream2(context_.get(), &out, &none, ZSTD_e_end)) == 0);
  frame.resize(out.pos);
  return frame;
}

FrameDecompressor::FrameDecompressor() : context_(ZSTD_createDCtx(), ZSTD_freeDCtx) {
  CHECK(context_ != nullptr);
}

absl::Status FrameDecompressor::Decompress(absl::string_view frame, size_t raw_bytes,
                                           size_t padding, std::string* raw) {
  const unsigned long long claimed = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (claimed != raw_bytes) {
    return absl::DataLossError("its zstd frame does not say the size of its content");
  }
  raw->assign(raw_bytes + padding, '\0');
  const size_t got =
      ZSTD_decompressDCtx(context_.get(), raw->data(), raw_bytes, frame.data(), frame.size());
  if (ZSTD_isError(got)) return absl::DataLossError(absl::StrCat("zstd: ", ZSTD_getErrorName(got)));
  if (got != raw_bytes) return absl::DataLossError("its zstd frame is short");
  return absl::OkStatus();
}

}  // namespace ioreel
