#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "cli/flag_set.h"
#include "cli/trace_input.h"
#include "formats/edit/merge_reader.h"

namespace ioreel {

/// The option that names further traces to merge with the one that a command reads.
class MergeOptions {
 public:
  void Declare(FlagSet& flags);

  bool given() const { return !texts_.empty(); }

  /// Reads what was given. Errors: UsageError.
  absl::Status Check(const TraceInput& input);

  /// The further traces, not to be opened yet. REQUIRES: checked.
  const std::vector<MergePart>& parts() const { return parts_; }

  /// The command's own trace, if it names one, and the further ones, all to be read with the
  /// options of `input`; `log` gets what the first pass of each meets. Both must outlive the parts.
  /// REQUIRES: checked.
  std::vector<MergePart> PartsOf(const TraceInput& input, ImportLog* log) const;

  /// A part that is read from `paths`; otherwise as PartsOf.
  static MergePart Openable(MergePart part, std::vector<std::string> paths, const TraceInput& input,
                            ImportLog* log);

 private:
  std::vector<std::string> texts_;
  std::vector<MergePart> parts_;
};

}  // namespace ioreel
