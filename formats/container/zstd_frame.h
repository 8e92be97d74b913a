#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

/// Payloads of frames: each is one zstd frame with its content size and checksum.

namespace ioreel {

/// Keeps zstd's memory from frame to frame. Not thread-safe.
class FrameCompressor {
 public:
  FrameCompressor();

  /// One frame over all `parts`. Each part of some size begins a zstd block of its own, so that
  /// it is coded by its own symbol frequencies.
  std::string Compress(const std::vector<std::string>& parts);

 private:
  std::unique_ptr<ZSTD_CCtx_s, size_t (*)(ZSTD_CCtx_s*)> context_;
};

class FrameDecompressor {
 public:
  FrameDecompressor();

  /// Replaces `raw` by the content of `frame` and `padding` zero bytes.
  /// Errors: DataLoss when it is damaged or its content is not of `raw_bytes`, which is checked
  /// before memory is taken for it.
  absl::Status Decompress(absl::string_view frame, size_t raw_bytes, size_t padding,
                          std::string* raw);

 private:
  std::unique_ptr<ZSTD_DCtx_s, size_t (*)(ZSTD_DCtx_s*)> context_;
};

}  // namespace ioreel
