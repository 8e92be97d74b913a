#pragma once

#include <istream>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "formats/io/input.h"
#include "formats/io/stream_pieces.h"

namespace ioreel {

/// Moves the bytes of an input, piece by piece, into what has Room(), Fed() and End().
class BytePump {
 public:
  /// Errors: as Input::Open.
  static absl::StatusOr<BytePump> Open(const Input& input);

  /// One piece more. False when there are no more, or when reading failed: see status().
  template <typename Sink>
  bool Pump(Sink* sink) {
    if (!stream_->good()) return false;
    sink->Fed(Read(sink->Room(holder_->piece_bytes())));
    if (!stream_->good()) sink->End();
    return true;
  }
  /// REQUIRES: Pump has returned false.
  absl::Status status() const;

 private:
  BytePump(std::string name, std::unique_ptr<std::istream> stream)
      : name_(std::move(name)), stream_(std::move(stream)) {}
  size_t Read(absl::Span<char> room);

  std::string name_;
  std::unique_ptr<std::istream> stream_;
  std::unique_ptr<const StreamHolder> holder_ = std::make_unique<const StreamHolder>();
};

}  // namespace ioreel
