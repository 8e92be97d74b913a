#pragma once

#include <cstddef>
#include <memory>

#include "absl/strings/string_view.h"

namespace ioreel {

/// Undoes a stream of zstd frames piece by piece and, unlike Boost's filter, knows whether the
/// stream ended between frames, so that a cut file is seen. Not thread-safe.
class ZstdStreamDecoder {
 public:
  ZstdStreamDecoder();
  ~ZstdStreamDecoder();

  struct Step {
    size_t consumed = 0;          ///< bytes taken from the input
    size_t produced = 0;          ///< bytes written to the output
    const char* error = nullptr;  ///< what is wrong with the data; nothing can follow
  };
  Step Decode(absl::string_view input, char* output, size_t output_size);

  /// True when everything decoded so far ends exactly at the end of a frame.
  bool at_frame_end() const { return at_frame_end_; }

 private:
  struct Context;
  std::unique_ptr<Context> context_;
  bool at_frame_end_ = true;
};

}  // namespace ioreel
