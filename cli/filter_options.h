#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "cli/flag_set.h"
#include "cli/trace_input.h"
#include "formats/edit/trace_filter.h"

namespace ioreel {

/// The options by which a command takes only some rows of a trace.
class FilterOptions {
 public:
  /// `names_formats`: --from takes the name of a format, too.
  void Declare(FlagSet& flags, bool names_formats = true);

  /// What they say, once they have been parsed; a format's name in --from goes to `input`, which is
  /// null where it takes none.
  /// Errors: UsageError, naming the option and what it takes.
  absl::StatusOr<TraceFilter> Filter(TraceInput* input) const;

 private:
  absl::Status ReadTimes(TraceInput* input, TraceFilter* filter) const;
  absl::Status ReadRange(TraceFilter* filter) const;
  absl::Status ReadOps(TraceFilter* filter) const;

  std::string from_, to_, range_;
  std::vector<std::string> devices_, tasks_, ops_;
  bool tree_ = false;
};

}  // namespace ioreel
