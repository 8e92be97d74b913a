#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "absl/strings/string_view.h"

namespace ioreel {

/// Undoes the compression of one frame (a member of gzip, a stream of xz or bzip2) piece by piece.
/// Not thread-safe.
class FrameDecoder {
 public:
  virtual ~FrameDecoder() = default;

  struct Step {
    size_t consumed = 0;     ///< bytes taken from the input
    size_t produced = 0;     ///< bytes written to the output
    bool at_end = false;     ///< the frame is complete; only Restart can follow
    std::string error = "";  ///< what is wrong with the data; nothing can follow
    bool refused = false;    ///< with `error`: nothing may be, but unpacking it costs too much
  };
  /// A step that neither consumes nor produces asks for more input.
  virtual Step Decode(absl::string_view input, char* output, size_t output_size) = 0;

  /// Makes it ready for a further frame.
  virtual void Restart() = 0;

  /// Zeros may stand behind a frame.
  virtual bool AllowsPadding() const { return false; }
};

std::unique_ptr<FrameDecoder> MakeGzipDecoder();
std::unique_ptr<FrameDecoder> MakeXzDecoder();
std::unique_ptr<FrameDecoder> MakeBzip2Decoder();
std::unique_ptr<FrameDecoder> MakeZstdDecoder();

inline constexpr absl::string_view kCompressionSuffixes[] = {".gz", ".zst", ".xz", ".bz2"};
/// A file's name without the suffix that says how it is compressed: "x" of "x.gz".
absl::string_view WithoutCompressionSuffix(absl::string_view name);

/// The decoder of bytes that begin with `stored`, told by their magic; nullptr: not compressed.
std::unique_ptr<FrameDecoder> MakeFrameDecoder(absl::string_view stored);

}  // namespace ioreel
