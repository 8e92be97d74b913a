#pragma once

#include <array>
#include <cstdint>

#include "absl/status/statusor.h"
#include "formats/format.h"
#include "formats/kernel_text/line.h"

namespace ioreel {

/// What a first pass over a text of kernel events finds.
struct KernelTextSurvey {
  std::array<uint64_t, kStageCount> stages = {};
  int64_t first_ns = 0;         ///< earliest event
  int64_t resolution_ns = 1;    ///< of the times as they are printed
  uint64_t inversions = 0;      ///< events that are earlier than one before them
  std::string first_inversion;  ///< place
  uint64_t count(Stage stage) const { return stages[static_cast<size_t>(stage)]; }
  bool completions_only() const { return count(Stage::kQueued) == 0 && count(Stage::kIssued) == 0; }
};

/// Reads all and tells `log` what it met.
/// Errors: InvalidArgument for a bad line and for a text that shows no I/O queued, issued or
/// completed, saying what it holds; those of reading.
absl::StatusOr<KernelTextSurvey> SurveyKernelText(const Input& input, ParseKernelLineFn parse,
                                                  const ReadOptions& options, ImportLog* log);

}  // namespace ioreel
