#include "formats/blktrace/byte_pump.h"

#include "base/status_macros.h"

namespace ioreel {

absl::StatusOr<BytePump> BytePump::Open(const Input& input) {
  IOREEL_ASSIGN_OR_RETURN(std::unique_ptr<std::istream> stream, input.Open());
  return BytePump(input.name(), std::move(stream));
}

absl::Status BytePump::status() const { return StreamStatus(*stream_, name_); }

size_t BytePump::Read(absl::Span<char> room) {
  stream_->read(room.data(), static_cast<std::streamsize>(room.size()));
  return static_cast<size_t>(stream_->gcount());
}

}  // namespace ioreel
