#include "formats/octf/cursor.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace ioreel {
namespace {

constexpr uint64_t kLongestMessage = 1 << 20;
constexpr int kMostLengthBytes = 5;

}  // namespace

absl::StatusOr<std::unique_ptr<OctfCursor>> OctfCursor::Open(const Input& input) {
  IOREEL_ASSIGN_OR_RETURN(std::unique_ptr<std::istream> stream, input.Open());
  return std::unique_ptr<OctfCursor>(new OctfCursor(input.name(), std::move(stream)));
}

std::string OctfCursor::Place() const { return absl::StrCat(name_, ": byte ", begin_); }

absl::Status OctfCursor::Damaged(absl::string_view what) const {
  IOREEL_RETURN_IF_ERROR(StreamStatus(*stream_, name_));
  return absl::DataLossError(absl::StrCat(Place(), ": ", what));
}

absl::StatusOr<std::optional<uint64_t>> OctfCursor::ReadLength() {
  uint64_t length = 0;
  for (int i = 0; i < kMostLengthBytes; ++i) {
    const int byte = stream_->get();
    if (byte == std::istream::traits_type::eof()) {
      if (i > 0) return Damaged("the file is cut inside an event");
      IOREEL_RETURN_IF_ERROR(StreamStatus(*stream_, name_));
      return std::nullopt;
    }
    ++at_;
    length |= uint64_t{static_cast<unsigned>(byte) & 0x7fu} << (7 * i);
    if (byte < 0x80) return length;
  }
  return Damaged("no length of an event");
}

absl::StatusOr<bool> OctfCursor::Next() {
  begin_ = at_;
  IOREEL_ASSIGN_OR_RETURN(const std::optional<uint64_t> length, ReadLength());
  if (!length) return false;
  if (*length > kLongestMessage) return Damaged("an event of more than 1 MiB");
  message_.resize(*length);
  stream_->read(message_.data(), static_cast<std::streamsize>(*length));
  at_ += static_cast<uint64_t>(stream_->gcount());
  if (static_cast<uint64_t>(stream_->gcount()) != *length)
    return Damaged("the file is cut inside an event");
  std::optional<OctfEvent> event = DecodeOctfEvent(message_);
  if (!event) return Damaged("not an event of an iotrace");
  event_ = *std::move(event);
  return true;
}

}  // namespace ioreel
