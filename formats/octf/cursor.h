#pragma once

#include <istream>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "formats/io/input.h"
#include "formats/octf/event.h"

namespace ioreel {

/// Reads the events of one file of an iotrace, one CPU's: messages, each behind its length. Not
/// thread-safe.
class OctfCursor {
 public:
  /// Errors: as Input::Open.
  static absl::StatusOr<std::unique_ptr<OctfCursor>> Open(const Input& input);

  /// The next event; false at the end.
  /// Errors: DataLoss: the file is cut or damaged here.
  absl::StatusOr<bool> Next();
  const OctfEvent& event() const { return event_; }
  uint64_t byte() const { return begin_; }  ///< where the event begins
  std::string Place() const;                ///< of the event

 private:
  OctfCursor(std::string name, std::unique_ptr<std::istream> stream)
      : name_(std::move(name)), stream_(std::move(stream)) {}
  /// nullopt at the end of the file.
  absl::StatusOr<std::optional<uint64_t>> ReadLength();
  absl::Status Damaged(absl::string_view what) const;

  std::string name_;
  std::unique_ptr<std::istream> stream_;
  std::string message_;
  OctfEvent event_;
  uint64_t begin_ = 0, at_ = 0;  ///< bytes: of the event, read so far
};

}  // namespace ioreel
