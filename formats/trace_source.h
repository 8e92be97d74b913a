#pragma once

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "formats/import_log.h"
#include "formats/model/trace.h"

namespace ioreel {

/// A trace that can be read as often as one likes, with the same rows each time. Opening is safe
/// from any thread.
class TraceSource {
 public:
  virtual ~TraceSource() = default;

  virtual const std::string& name() const = 0;  ///< for the user

  /// `log` must outlive the reader.
  virtual absl::StatusOr<std::unique_ptr<TraceReader>> Open(ImportLog* log) const = 0;

  /// Two results are of the same trace when these are equal.
  virtual absl::StatusOr<std::string> Digest() const = 0;
};

}  // namespace ioreel
