#include "formats/io/decoded_stream.h"

#include <algorithm>
#include <streambuf>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "base/check.h"
#include "formats/io/frame_decoder.h"

namespace ioreel {
namespace {

constexpr size_t kBufferBytes = 64 << 10;
constexpr int kMostLayers = 4;  // of compression: what unpacks to itself comes to an end

/// What `read` gives, with one layer of compression undone.
class DecodedBuffer : public std::streambuf {
 public:
  explicit DecodedBuffer(ReadBytesFn read) : read_(std::move(read)), stored_(kBufferBytes) {
    Refill();
    decoder_ = MakeFrameDecoder(unread_);
    if (decoder_ != nullptr) decoded_.resize(kBufferBytes);
  }

  /// What is left in it was compressed more than once.
  bool IsCompressedAgain() {
    if (decoder_ == nullptr || sgetc() == traits_type::eof()) return false;
    const auto left = static_cast<size_t>(egptr() - gptr());
    return MakeFrameDecoder(absl::string_view(gptr(), left)) != nullptr;
  }

  const absl::Status& status() const { return status_; }
  uint64_t bytes() const { return bytes_; }  ///< given so far

 protected:
  int_type underflow() override {
    const absl::string_view next = decoder_ == nullptr ? TakeStored() : Decode();
    bytes_ += next.size();
    char* const begin = const_cast<char*>(next.data());  // of stored_ or decoded_
    setg(begin, begin, begin + next.size());
    return next.empty() ? traits_type::eof() : traits_type::to_int_type(next.front());
  }

 private:
  /// False at the end.
  bool Refill() {
    if (!status_.ok()) return false;
    const absl::StatusOr<size_t> n = read_(stored_.data(), stored_.size());
    if (!n.ok()) status_ = n.status();
    unread_ = absl::string_view(stored_.data(), n.ok() ? *n : 0);
    return !unread_.empty();
  }

  absl::string_view TakeStored() {
    if (unread_.empty()) Refill();
    return std::exchange(unread_, absl::string_view());
  }

  /// Empty at the end and at damage.
  absl::string_view Decode() {
    while (status_.ok()) {
      if (between_frames_ && !BeginFrame()) break;
      const FrameDecoder::Step step = decoder_->Decode(unread_, decoded_.data(), decoded_.size());
      unread_.remove_prefix(step.consumed);
      frame_bytes_ += step.produced;
      between_frames_ = step.at_end;
      if (step.error != nullptr) Fail(step.error);
      if (step.produced > 0) return absl::string_view(decoded_.data(), step.produced);
      if (step.error != nullptr || step.at_end || step.consumed > 0) continue;
      const bool more = unread_.empty() && Refill();
      if (!more && status_.ok()) Fail("the compressed data is cut");
    }
    return "";
  }

  /// Behind a frame: false when no other one follows.
  bool BeginFrame() {
    do {
      const size_t padding = decoder_->AllowsPadding() ? unread_.find_first_not_of('\0') : 0;
      unread_.remove_prefix(std::min(padding, unread_.size()));
    } while (unread_.empty() && Refill());
    if (unread_.empty()) return false;
    decoder_->Restart();
    frame_bytes_ = 0;
    ++frames_;
    return true;
  }

  void Fail(const char* what) {
    const bool behind = frames_ > 0 && frame_bytes_ == 0;
    status_ = absl::DataLossError(
        behind ? absl::StrFormat("what stands behind the compressed data is none: %s", what)
               : what);
  }

  ReadBytesFn read_;
  std::vector<char> stored_, decoded_;
  absl::string_view unread_;  ///< in stored_
  std::unique_ptr<FrameDecoder> decoder_;
  bool between_frames_ = false;
  uint64_t frames_ = 0;       ///< ended
  uint64_t frame_bytes_ = 0;  ///< produced of the frame at hand
  uint64_t bytes_ = 0;
  absl::Status status_;
};

ReadBytesFn ReadFrom(std::unique_ptr<DecodedBuffer> buffer) {
  return [buffer = std::shared_ptr<DecodedBuffer>(std::move(buffer))](
             char* out, size_t size) -> absl::StatusOr<size_t> {
    const auto n = static_cast<size_t>(buffer->sgetn(out, static_cast<std::streamsize>(size)));
    if (n == 0 && !buffer->status().ok()) return buffer->status();
    return n;
  };
}

class DecodedStream : public std::istream {
 public:
  explicit DecodedStream(std::unique_ptr<DecodedBuffer> buffer)
      : std::istream(buffer.get()), buffer_(std::move(buffer)) {}
  const DecodedBuffer& buffer() const { return *buffer_; }

 private:
  std::unique_ptr<DecodedBuffer> buffer_;
};

}  // namespace

std::unique_ptr<std::istream> MakeDecodedStream(ReadBytesFn read) {
  auto buffer = std::make_unique<DecodedBuffer>(std::move(read));
  for (int layers = 1; layers < kMostLayers && buffer->IsCompressedAgain(); ++layers)
    buffer = std::make_unique<DecodedBuffer>(ReadFrom(std::move(buffer)));
  return std::make_unique<DecodedStream>(std::move(buffer));
}

absl::Status StreamStatus(const std::istream& stream, absl::string_view name) {
  const auto* const decoded = dynamic_cast<const DecodedStream*>(&stream);
  CHECK(decoded != nullptr);
  const DecodedBuffer& buffer = decoded->buffer();
  if (stream.good() || buffer.status().ok()) return absl::OkStatus();
  return absl::DataLossError(absl::StrFormat(
      "%s: cut or damaged: only the first %d bytes of its contents can be read (%s)", name,
      buffer.bytes(), buffer.status().message()));
}

}  // namespace ioreel
