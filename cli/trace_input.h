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
  /// `format_option` names the format; "--from" unless a command needs that for times.
  void Declare(FlagSet& flags, const std::string& format_option = "--from");

  const std::vector<std::string>& paths() const { return paths_; }
  const std::string& from() const { return from_; }  ///< format named by the user; "" = none

  ReadOptions options() const;

  /// As OpenTrace of formats/load.h.
  absl::StatusOr<std::unique_ptr<TraceReader>> Open(ImportLog* log) const;

 private:
  std::vector<std::string> paths_;
  std::string from_, time_order_;
  ReadOptions options_;
};

}  // namespace ioreel
