#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "formats/blktrace/record.h"

namespace ioreel {

/// Where the records of a recording go that is being written. Not thread-safe.
class BlktraceSink {
 public:
  virtual ~BlktraceSink() = default;

  /// In order of time, numbered, with the payload that follows it. Errors: those of writing.
  virtual absl::Status Add(const BlktraceRecord& record, absl::string_view payload) = 0;
  /// What was written appears under its name.
  virtual absl::Status Finish() = 0;
};

}  // namespace ioreel
