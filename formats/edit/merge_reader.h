#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "formats/import_log.h"
#include "formats/model/trace.h"

namespace ioreel {

/// One trace of a merge. A time t of it comes to lie at start_ns + t / speed.
struct MergePart {
  std::string name;  ///< for messages and TraceInfo::origin
  std::function<absl::StatusOr<std::unique_ptr<TraceReader>>()> open = nullptr;  ///< once a pass
  int64_t start_ns = 0;
  double speed = 1;
  int repeat = 1;  ///< passes; each further one starts where the one before had ended
};

/// All parts as one trace, in order of time. Devices that are alike in all that is known of them
/// are one; of others with the same name the later ones are called "sda#2". What does not hold for
/// all parts (the command, the wall clock, the host) is unknown. Memory: what the parts' chunks
/// hold. What had to be left out is counted in `log`, which must outlive the reader.
/// Errors: those of opening; of Read: the parts', InvalidArgument for times that do not fit.
absl::StatusOr<std::unique_ptr<TraceReader>> MakeMergeReader(std::vector<MergePart> parts,
                                                             ImportLog* log);

}  // namespace ioreel
