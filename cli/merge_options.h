#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "cli/flag_set.h"
#include "cli/trace_input.h"
#include "formats/edit/merge_reader.h"

namespace ioreel {

/// The option that names further traces to merge with the one that a command reads.
class MergeOptions {
 public:
  void Declare(FlagSet& flags);

  bool given() const { return !texts_.empty(); }

  /// The command's own trace, if it names one, and those of the option, all to be read with the
  /// options of `input`; `log` gets what the first pass of each meets and must outlive the parts.
  /// Errors: UsageError.
  absl::StatusOr<std::vector<MergePart>> Parts(const TraceInput& input, ImportLog* log) const;

 private:
  std::vector<std::string> texts_;
};

}  // namespace ioreel
