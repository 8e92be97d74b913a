#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "formats/format.h"
#include "formats/model/io.h"
#include "formats/model/trace_info.h"

namespace ioreel {

/// Where a RecordDecoder tells what it met besides rows.
using RecordNotice = absl::FunctionRef<void(absl::string_view name, absl::string_view explanation)>;

/// Decodes one binary format of records of a fixed size, whose every record is at most one I/O.
class RecordDecoder {
 public:
  virtual ~RecordDecoder() = default;

  virtual size_t record_bytes() const = 0;
  /// `record` has record_bytes(). True when it holds an I/O, which is in `io`.
  /// Errors: InvalidArgument, saying what is wrong; the importer adds the place.
  virtual absl::StatusOr<bool> Decode(absl::string_view record, RecordNotice notice,
                                      QueuedIo* io) = 0;
  virtual const TraceInfo& info() const = 0;
  /// As RowSource::Start.
  virtual int64_t Start(int64_t first_ns) = 0;
  /// Above 0: the clock shows multiples of this only, see SpreadStamps.
  virtual int64_t stamp_ns() const { return 0; }
  /// A new one for the same records.
  virtual std::unique_ptr<RecordDecoder> Again() const = 0;
};

/// A reader over the records of one input, sorted by time unless ReadOptions say otherwise. A file
/// that ends inside a record, and a record that cannot be decoded, are errors, or, tolerant,
/// skipped and counted. Errors: InvalidArgument when there are several inputs.
absl::StatusOr<std::unique_ptr<TraceReader>> MakeRecordImporter(
    std::vector<std::unique_ptr<Input>> inputs, std::unique_ptr<RecordDecoder> decoder,
    const ReadOptions& options, ImportLog* log);

}  // namespace ioreel
