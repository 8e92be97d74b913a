#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "formats/import_log.h"
#include "formats/level_reader.h"
#include "formats/summary/trace_summary.h"
#include "formats/trace_source.h"
#include "replay/session_options.h"

namespace ioreel {

/// A trace that is read several times: scanned, then planned once a loop and repeat. Standard
/// input is copied to an unnamed temporary file. Opening is safe from any thread.
class ReplayTrace {
 public:
  /// The trace that `options` name. Errors: as OpenTrace.
  static absl::StatusOr<ReplayTrace> Find(const SessionOptions& options);

  /// `log` may be null; else it must outlive the reader.
  absl::StatusOr<std::unique_ptr<LevelReader>> Open(Level level, ImportLog* log = nullptr) const;

  /// What a replay looks at first. `wanted`: the level that the user named.
  struct FirstLook {
    Level level = Level::kQueue;  ///< wanted, or issue where the trace has issue times, else queue
    std::optional<TraceSummary> summary;  ///< the writer's, if the trace has one
    TraceInfo info;                       ///< whole if there is a summary
  };
  absl::StatusOr<FirstLook> Look(std::optional<Level> wanted) const;

  /// Of a file formats/digest.h; of several, of their digests in order.
  absl::StatusOr<std::string> Digest() const { return source_->Digest(); }

  const std::string& name() const { return source_->name(); }  ///< as the user named it

 private:
  explicit ReplayTrace(std::shared_ptr<const TraceSource> source) : source_(std::move(source)) {}

  std::shared_ptr<const TraceSource> source_;
};

}  // namespace ioreel
