#include "formats/io/line_reader.h"

#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"

namespace ioreel {
namespace {

constexpr size_t kFirstBuffer = 128 << 10;

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
  // Not read(), which gives nothing at all when it meets damage on the way.
  stream_->peek();
  if (stream_->good())
    end_ += static_cast<size_t>(stream_->readsome(
        buffer_.data() + end_, static_cast<std::streamsize>(buffer_.size() - end_)));
  at_end_ = !stream_->good();
  failure_ = StreamStatus(*stream_, name_);
}

absl::StatusOr<bool> LineReader::Next(absl::string_view* line) {
  const char* newline = nullptr;
  const auto find = [&] {
    newline = static_cast<const char*>(std::memchr(buffer_.data() + begin_, '\n', end_ - begin_));
    return newline != nullptr;
  };
  while (!find() && !at_end_ && end_ - begin_ < kLongestLine) Fill();
  if (newline == nullptr) IOREEL_RETURN_IF_ERROR(failure_);
  if (newline == nullptr && !at_end_)
    return absl::InvalidArgumentError(
        absl::StrCat(name_, ": line ", line_number_ + 1, " does not end: not a text"));
  if (begin_ == end_) return false;

  unterminated_ = newline == nullptr;
  const size_t line_end = unterminated_ ? end_ : static_cast<size_t>(newline - buffer_.data());
  *line = absl::string_view(buffer_.data() + begin_, line_end - begin_);
  begin_ = unterminated_ ? end_ : line_end + 1;
  if (++line_number_ == 1) *line = WithoutByteOrderMark(*line);
  absl::ConsumeSuffix(line, "\r");
  return true;
}

}  // namespace ioreel
