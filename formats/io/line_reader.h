#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "formats/io/input.h"

namespace ioreel {

/// `text` without the UTF-8 byte order mark that may lead it.
absl::string_view WithoutByteOrderMark(absl::string_view text);

/// The lines of a text, without their ends ("\n" or "\r\n") and without a leading UTF-8 byte
/// order mark. Fast: a line is a view of the reader's buffer. Not thread-safe.
class LineReader {
 public:
  static constexpr size_t kLongestLine = 1 << 20;

  /// Errors: as Input::Open.
  static absl::StatusOr<LineReader> Open(const Input& input);

  /// The next line, valid until the next call; false at the end.
  /// Errors: DataLoss (the input is damaged here; all whole lines before have been given),
  /// InvalidArgument (a line without end: no text).
  absl::StatusOr<bool> Next(absl::string_view* line);

  uint64_t line_number() const { return line_number_; }  ///< of the last line given, from 1
  const std::string& name() const { return name_; }
  std::string Place() const;  ///< "x.csv: line 12"
  /// The last line given has no line end: the file may be cut inside it.
  bool unterminated() const { return unterminated_; }

 private:
  LineReader(std::string name, std::unique_ptr<std::istream> stream);
  void Fill();

  std::string name_;
  std::unique_ptr<std::istream> stream_;
  std::vector<char> buffer_;
  size_t begin_ = 0, end_ = 0;  ///< the unread part of buffer_
  uint64_t line_number_ = 0;
  bool at_end_ = false;   ///< nothing more to fill in
  absl::Status failure_;  ///< why not
  bool unterminated_ = false;
};

}  // namespace ioreel
