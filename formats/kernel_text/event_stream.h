#pragma once

#include <cstdint>
#include <optional>

#include "absl/status/statusor.h"
#include "formats/format.h"
#include "formats/io/line_reader.h"
#include "formats/kernel_text/line.h"

namespace ioreel {

/// The events of a text in the order of its lines. What else stands there is counted in the log.
class KernelEventStream {
 public:
  /// `log` must outlive it. Errors: as Input::Open.
  static absl::StatusOr<KernelEventStream> Open(const Input& input, ParseKernelLineFn parse,
                                                const ReadOptions& options, ImportLog* log);

  /// The next event, whose views are valid until the next call; false at the end. A loss comes
  /// with the time of the event behind it.
  /// Errors: of reading; InvalidArgument for a line that is none, unless they are tolerated.
  absl::StatusOr<bool> Next(KernelLine* event);

  uint64_t other_events() const { return other_events_; }
  const LineReader& lines() const { return lines_; }

 private:
  KernelEventStream(LineReader lines, ParseKernelLineFn parse, const ReadOptions& options,
                    ImportLog* log)
      : lines_(std::move(lines)), parse_(parse), options_(options), log_(log) {}
  /// The next line that is an event or a loss.
  absl::StatusOr<bool> NextLine(KernelLine* line);
  void CountOther(KernelLine::Kind kind);

  LineReader lines_;
  ParseKernelLineFn parse_;
  ReadOptions options_;
  ImportLog* log_;
  std::optional<KernelLine> held_;  ///< the event behind a loss
  uint64_t other_events_ = 0;
  int64_t last_ns_ = 0;
};

}  // namespace ioreel
