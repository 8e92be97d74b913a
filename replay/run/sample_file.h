#pragma once

#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "formats/model/trace.h"
#include "formats/sort/io_sorter.h"
#include "replay/plan/schedule.h"
#include "replay/replay_mode.h"

namespace ioreel {

/// Where the samples of one of `repeats` go: "s.ioreel", or "s.2.ioreel" for the second of several.
std::string SamplesPath(const std::string& path, int repeat, int repeats);

/// The samples of a repeat as a trace, so that everything that looks at traces looks at them, too:
/// at queue level an I/O starts when it was due, at issue level when it was submitted. As fast as
/// possible knows no due times: an I/O is due as there is room for it, when it is submitted.
class SampleFile {
 public:
  /// Errors: as OpenTraceWriter.
  static absl::StatusOr<std::unique_ptr<SampleFile>> Create(const std::string& path,
                                                            ReplayMode mode);

  void Add(absl::Span<const Sample> samples);

  /// Writes them in order. Errors: those of Add, of the temporary file that sorts them, and of
  /// writing.
  absl::Status Finish(const TraceInfo& info);

 private:
  SampleFile(std::unique_ptr<TraceWriter> writer, ReplayMode mode)
      : mode_(mode), writer_(std::move(writer)) {}

  const ReplayMode mode_;
  std::unique_ptr<TraceWriter> writer_;
  IoSorter sorter_;
  absl::Status status_;
};

}  // namespace ioreel
