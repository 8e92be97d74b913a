#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "formats/blktrace/record_sink.h"
#include "formats/format.h"

namespace ioreel {

/// What a recording is written as.
struct RecordingOutput {
  std::string path;
  std::string kind;         ///< as NotCarried takes it: "a blktrace recording"
  bool start_time = false;  ///< has a place for the time of day and the clock at its start
  /// Opens it, once the last CPU that has records is known.
  std::function<absl::StatusOr<std::unique_ptr<BlktraceSink>>(uint16_t last_cpu)> open;
};

/// Writes a trace as the records of version 7 that a kernel could have told it by. Events are
/// sorted, in bounded memory and with room in $TMPDIR, and written by Finish.
std::unique_ptr<TraceWriter> MakeRecordingWriter(RecordingOutput output,
                                                 const WriteOptions& options);

/// Writes a blktrace recording that blkparse reads; BlktraceStreams says which files.
/// Errors: InvalidArgument for the name of another CPU's file than the first.
absl::StatusOr<std::unique_ptr<TraceWriter>> OpenBlktraceWriter(const std::string& path,
                                                                const WriteOptions& options);

}  // namespace ioreel
