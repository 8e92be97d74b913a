#include "formats/io/line_reader.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"

namespace ioreel {
namespace {

constexpr size_t kFirstBuffer = 128 << 10;
constexpr uint64_t kMostLines = 16;  // a field that holds more line ends is a quote gone wrong

/// True when a quote that is open before `line` is closed behind it, and the other way round.
bool TurnsQuotes(absl::string_view line) {
  if (std::memchr(line.data(), '"', line.size()) == nullptr) return false;
  return std::count(line.begin(), line.end(), '"') % 2 == 1;
}

}  // namespace

absl::string_view WithoutByteOrderMark(absl::string_view text) {
  absl::ConsumePrefix(&text, "\xef\xbb\xbf");
  return text;
}

absl::StatusOr<LineReader> LineReader::Open(const Input& input) {
  IOREEL_ASSIGN_OR_RETURN(std::unique_ptr<std::istream> stream, input.Open());
  return LineReader(input.name(), std::move(stream));
}

LineReader::LineReader(std::string name, std::unique_ptr<std::istream> stream)
    : name_(std::move(name)), stream_(std::move(stream)), buffer_(kFirstBuffer) {}

std::string LineReader::Place() const { return absl::StrCat(name_, ": line ", line_number_); }

void LineReader::Fill() {
  if (end_ - begin_ > buffer_.size() / 2) buffer_.resize(2 * buffer_.size());
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  stream_->read(buffer_.data() + end_, static_cast<std::streamsize>(buffer_.size() - end_));
  end_ += static_cast<size_t>(stream_->gcount());
  at_end_ = !stream_->good();
  failure_ = StreamStatus(*stream_, name_);
}

absl::StatusOr<size_t> LineReader::FindLine(size_t from) {
  for (size_t searched = from;;) {
    const char* const unread = buffer_.data() + begin_;
    const size_t size = end_ - begin_;
    const void* const newline = std::memchr(unread + searched, '\n', size - searched);
    if (newline != nullptr)
      return static_cast<size_t>(static_cast<const char*>(newline) - unread) + 1 - from;
    if (at_end_) {
      IOREEL_RETURN_IF_ERROR(failure_);
      return size - from;
    }
    if (size - from >= kLongestLine)
      return absl::InvalidArgumentError(
          absl::StrCat(name_, ": line ", next_line_, " does not end: not a text"));
    searched = size;
    Fill();
  }
}

absl::string_view LineReader::Take(size_t size, uint64_t lines) {
  absl::string_view text(buffer_.data() + begin_, size);
  begin_ += size;
  given_bytes_ = size;
  line_number_ = next_line_;
  next_line_ += lines;
  unterminated_ = !absl::ConsumeSuffix(&text, "\n");
  absl::ConsumeSuffix(&text, "\r");
  return line_number_ == 1 ? WithoutByteOrderMark(text) : text;
}

absl::StatusOr<bool> LineReader::Next(absl::string_view* line) {
  IOREEL_ASSIGN_OR_RETURN(const size_t size, FindLine(0));
  if (size == 0) return false;
  *line = Take(size, 1);
  return true;
}

absl::StatusOr<bool> LineReader::NextRecord(absl::string_view* record) {
  IOREEL_ASSIGN_OR_RETURN(const size_t first, FindLine(0));
  if (first == 0) return false;
  size_t size = first;
  uint64_t lines = 1;
  bool open = TurnsQuotes(Unread(0, first));
  while (open && lines < kMostLines) {
    // Damage is met again, and reported, where the lines that are kept end.
    const absl::StatusOr<size_t> next = FindLine(size);
    if (!next.ok() || *next == 0) break;
    open = !TurnsQuotes(Unread(size, *next));
    size += *next;
    ++lines;
  }
  *record = open ? Take(first, 1) : Take(size, lines);
  return true;
}

bool LineReader::KeepFirstLine(absl::string_view* record) {
  if (next_line_ - line_number_ <= 1) return false;
  begin_ -= given_bytes_;
  next_line_ = line_number_;
  const void* const newline = std::memchr(buffer_.data() + begin_, '\n', given_bytes_);
  *record =
      Take(static_cast<size_t>(static_cast<const char*>(newline) - buffer_.data()) + 1 - begin_, 1);
  return true;
}

}  // namespace ioreel
