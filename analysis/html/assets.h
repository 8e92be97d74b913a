#pragma once

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace ioreel {

/// A file of the source tree that the program carries.
class EmbeddedFile {
 public:
  template <size_t kSize>
  constexpr EmbeddedFile(const unsigned char (&bytes)[kSize], const unsigned char (&sha256)[32])
      : bytes_(bytes), size_(kSize), sha256_(sha256) {}

  absl::string_view text() const { return {reinterpret_cast<const char*>(bytes_), size_}; }

  /// "'sha256-…'": what a Content-Security-Policy calls an element that holds just this text.
  std::string CspSource() const;

 private:
  const unsigned char* bytes_;
  size_t size_;
  const unsigned char* sha256_;
};

/// What reports hold; cmake/embed.cmake defines them.
extern const EmbeddedFile kUplotScript, kUplotStyle, kReportScript, kPageStyle, kChartStyle;

}  // namespace ioreel
