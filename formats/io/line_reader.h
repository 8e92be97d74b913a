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

  /// As Next for a table whose fields may stand in double quotes: a line end in quotes is text, so
  /// that a record may be several lines. Where no line near closes a quote, the record is the line
  /// that opens it.
  absl::StatusOr<bool> NextRecord(absl::string_view* record);

  /// For a record that turns out to be none, since a quote was left open in its first line and met
  /// another one below: makes that line the record; the lines below are given next. False when the
  /// record has one line only.
  bool KeepFirstLine(absl::string_view* record);

  uint64_t line_number() const {
    return line_number_;
  }  ///< where the last one given begins, from 1
  const std::string& name() const { return name_; }
  std::string Place() const;  ///< "x.csv: line 12"
  /// The last line given has no line end: the file may be cut inside it.
  bool unterminated() const { return unterminated_; }

 private:
  LineReader(std::string name, std::unique_ptr<std::istream> stream);
  void Fill();
  /// Sees to it that the first line behind `from`, a place in what is unread, is in the buffer as
  /// a whole, and returns its size with its end; 0 where the text ends. Errors: as Next.
  absl::StatusOr<size_t> FindLine(size_t from);
  absl::string_view Unread(size_t from, size_t size) const {
    return absl::string_view(buffer_.data() + begin_ + from, size);
  }
  /// Takes the first `size` bytes of what is unread, which are `lines` lines.
  absl::string_view Take(size_t size, uint64_t lines);

  std::string name_;
  std::unique_ptr<std::istream> stream_;
  std::vector<char> buffer_;
  size_t begin_ = 0, end_ = 0;  ///< the unread part of buffer_
  size_t given_bytes_ = 0;      ///< before begin_: the last line or record given, with its end
  uint64_t line_number_ = 0;    ///< where that begins
  uint64_t next_line_ = 1;      ///< where the next one does
  bool at_end_ = false;         ///< nothing more to fill in
  absl::Status failure_;        ///< why not
  bool unterminated_ = false;
};

}  // namespace ioreel
