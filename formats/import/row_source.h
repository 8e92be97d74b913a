#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "formats/model/io.h"
#include "formats/model/trace_info.h"

namespace ioreel {

/// The rows of a foreign trace, forwards, in the order of the file, whose every record is at most
/// one queued I/O. Not thread-safe.
class RowSource {
 public:
  virtual ~RowSource() = default;

  /// The next I/O; false at the end, where it is not called again. A time may be counted from
  /// anywhere (see Start). Errors: of reading, with the place; InvalidArgument at the end of a
  /// source without any I/O.
  virtual absl::StatusOr<bool> Next(QueuedIo* io) = 0;

  /// The place of the row last given: "x.csv: line 12". For messages.
  virtual std::string Place() const = 0;

  /// The devices and tasks named so far, and what else is known.
  virtual const TraceInfo& info() const = 0;

  /// Told once the time of the earliest row; returns what time 0 of the trace is on the clock of
  /// the rows, having noted it in info().
  virtual int64_t Start(int64_t first_ns) = 0;

  /// A new source from the first row on that has the rows with the same times, maybe further ones
  /// between them; what else is in them may be left out, and so are all notes. nullptr: there is
  /// none.
  virtual absl::StatusOr<std::unique_ptr<RowSource>> TimesOnly() const = 0;
};

}  // namespace ioreel
