#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "cli/flag_set.h"
#include "formats/format.h"

namespace ioreel {

/// The trace that a command reads, and the options that say how.
class TraceInput {
 public:
  /// `required`: a trace must be named.
  void Declare(FlagSet& flags, bool required = true);

  const std::vector<std::string>& paths() const { return paths_; }
  const std::string& format() const { return format_; }  ///< named by the user; "" = none
  /// As --format NAME. Errors: UsageError when that is given, too, and differs.
  absl::Status SetFormat(const std::string& name);

  ReadOptions options() const;

  /// As OpenTrace of formats/load.h; `paths` need not be those named.
  absl::StatusOr<std::unique_ptr<TraceReader>> Open(const std::vector<std::string>& paths,
                                                    const ReadOptions& options,
                                                    ImportLog* log) const;

 private:
  std::vector<std::string> paths_;
  std::string format_, time_order_;
  ReadOptions options_;
};

}  // namespace ioreel
