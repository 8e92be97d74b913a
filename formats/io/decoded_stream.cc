#include "formats/io/decoded_stream.h"

#include <algorithm>
#include <boost/iostreams/categories.hpp>
#include <boost/iostreams/stream.hpp>
#include <cstring>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "base/check.h"
#include "base/status_macros.h"
#include "formats/io/frame_decoder.h"
#include "formats/io/stream_pieces.h"

namespace ioreel {
namespace {

constexpr int kMostLayers = 4;  // of compression: what unpacks to itself comes to an end

/// What `read` gives, with one layer of compression undone. Boost's own filters for it keep what
/// they have unpacked to themselves where the data is cut.
class Layer {
 public:
  explicit Layer(ReadBytesFn read) : read_(std::move(read)), stored_(holder_.piece_bytes()) {
    Refill();
    decoder_ = MakeFrameDecoder(unread_);
    if (decoder_ != nullptr) decoded_.resize(holder_.piece_bytes());
  }

  /// What is left in it was compressed more than once.
  bool IsCompressedAgain() {
    if (decoder_ == nullptr) return false;
    if (ready_.empty()) ready_ = Decode();
    return MakeFrameDecoder(ready_) != nullptr;
  }

  /// 0 at the end and at damage.
  size_t Read(char* out, size_t size) {
    const bool as_it_is = decoder_ == nullptr;
    if (ready_.empty()) ready_ = as_it_is ? std::exchange(unread_, "") : Decode();
    if (as_it_is && ready_.empty())
      std::vector<char>().swap(stored_);  // what follows goes straight out
    const size_t n = as_it_is && ready_.empty() ? ReadStored(out, size) : TakeReady(out, size);
    bytes_ += n;
    return n;
  }

  const absl::Status& status() const { return status_; }
  size_t piece_bytes() const { return holder_.piece_bytes(); }
  uint64_t bytes() const { return bytes_; }  ///< given so far

 private:
  /// False at the end.
  bool Refill() {
    unread_ = absl::string_view(stored_.data(), ReadStored(stored_.data(), stored_.size()));
    return !unread_.empty();
  }

  size_t TakeReady(char* out, size_t size) {
    const size_t n = std::min(size, ready_.size());
    std::memcpy(out, ready_.data(), n);
    ready_.remove_prefix(n);
    return n;
  }

  /// 0 at the end and at damage.
  size_t ReadStored(char* out, size_t size) {
    if (!status_.ok()) return 0;
    const absl::StatusOr<size_t> n = read_(out, size);
    if (!n.ok()) status_ = n.status();
    return n.ok() ? *n : 0;
  }

  /// Empty at the end and at damage.
  absl::string_view Decode() {
    while (status_.ok()) {
      if (between_frames_ && !BeginFrame()) break;
      const FrameDecoder::Step step = decoder_->Decode(unread_, decoded_.data(), decoded_.size());
      unread_.remove_prefix(step.consumed);
      frame_bytes_ += step.produced;
      between_frames_ = step.at_end;
      if (step.refused)
        status_ = absl::ResourceExhaustedError(step.error);
      else if (!step.error.empty())
        Fail(step.error);
      if (step.produced > 0) return absl::string_view(decoded_.data(), step.produced);
      if (!step.error.empty() || step.at_end || step.consumed > 0) continue;
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

  void Fail(const std::string& what) {
    const bool behind = frames_ > 0 && frame_bytes_ == 0;
    status_ = absl::DataLossError(
        behind ? absl::StrFormat("what stands behind the compressed data is none: %s", what)
               : what);
  }

  StreamHolder holder_;
  ReadBytesFn read_;
  std::vector<char> stored_, decoded_;
  absl::string_view unread_;  ///< in stored_
  absl::string_view ready_;   ///< decoded, and not given yet
  std::unique_ptr<FrameDecoder> decoder_;
  bool between_frames_ = false;
  uint64_t frames_ = 0;       ///< ended
  uint64_t frame_bytes_ = 0;  ///< produced of the frame at hand
  uint64_t bytes_ = 0;
  absl::Status status_;
};

ReadBytesFn ReadFrom(std::shared_ptr<Layer> layer) {
  return [layer = std::move(layer)](char* out, size_t size) -> absl::StatusOr<size_t> {
    const size_t n = layer->Read(out, size);
    if (n == 0 && !layer->status().ok()) return layer->status();
    return n;
  };
}

/// A source of Boost.Iostreams, which copies it.
struct LayerSource {
  using char_type = char;
  using category = boost::iostreams::source_tag;

  std::streamsize read(char* out, std::streamsize size) {
    const size_t n = layer->Read(out, static_cast<size_t>(size));
    return n > 0 ? static_cast<std::streamsize>(n) : -1;
  }
  std::shared_ptr<Layer> layer;
};

class DecodedStream : public boost::iostreams::stream<LayerSource> {
 public:
  explicit DecodedStream(std::shared_ptr<Layer> layer)
      : stream(LayerSource{layer}, static_cast<std::streamsize>(layer->piece_bytes())),
        layer_(std::move(layer)) {}
  const Layer& layer() const { return *layer_; }

 private:
  std::shared_ptr<Layer> layer_;
};

}  // namespace

std::unique_ptr<std::istream> MakeDecodedStream(ReadBytesFn read) {
  auto layer = std::make_shared<Layer>(std::move(read));
  for (int layers = 1; layers < kMostLayers && layer->IsCompressedAgain(); ++layers)
    layer = std::make_shared<Layer>(ReadFrom(std::move(layer)));
  return std::make_unique<DecodedStream>(std::move(layer));
}

absl::Status StreamStatus(const std::istream& stream, absl::string_view name) {
  const auto* const decoded = dynamic_cast<const DecodedStream*>(&stream);
  CHECK(decoded != nullptr);
  const Layer& layer = decoded->layer();
  if (stream.good() || layer.status().ok()) return absl::OkStatus();
  if (absl::IsResourceExhausted(layer.status())) return Annotate(layer.status(), name);
  return absl::DataLossError(absl::StrFormat(
      "%s: cut or damaged: only the first %d bytes of its contents can be read (%s)", name,
      layer.bytes(), layer.status().message()));
}

}  // namespace ioreel
