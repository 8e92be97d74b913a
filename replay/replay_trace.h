#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "base/file.h"
#include "formats/format.h"
#include "formats/import_log.h"
#include "formats/level_reader.h"
#include "formats/summary/trace_summary.h"

namespace ioreel {

/// A trace that is read several times: scanned, then planned once a loop and repeat. Standard
/// input is copied to an unnamed temporary file. Opening is safe from any thread.
class ReplayTrace {
 public:
  /// Errors: as OpenTrace.
  static absl::StatusOr<ReplayTrace> Find(const std::vector<std::string>& paths,
                                          const std::string& from, const ReadOptions& options);

  /// `log` may be null; else it must outlive the reader.
  absl::StatusOr<std::unique_ptr<LevelReader>> Open(Level level, ImportLog* log = nullptr) const;

  /// What a replay looks at first. `wanted`: the level that the user named.
  struct FirstLook {
    Level level = Level::kQueue;  ///< wanted, or issue where the trace has issue times, else queue
    std::optional<TraceSummary> summary;  ///< the writer's, if the trace has one
    TraceInfo info;                       ///< whole if there is a summary
  };
  absl::StatusOr<FirstLook> Look(std::optional<Level> wanted) const;

  /// formats/digest.h of its file; of several files, of their digests in order.
  absl::StatusOr<std::string> Digest() const;

  const std::string& name() const { return name_; }  ///< as the user named it

 private:
  std::string name_;
  std::vector<std::string> files_;
  std::string from_;
  ReadOptions options_;
  ScopedFd spooled_;  ///< standard input's copy, which files_ then names
};

}  // namespace ioreel
