#pragma once

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "formats/format.h"

namespace ioreel {

/// What a first pass over a blktrace input finds, before its events are merged with others'.
struct BlktraceSurvey {
  uint64_t events = 0;           ///< records that are no notes
  uint64_t other_cpus = 0;       ///< of these, from a CPU that is not the one in the file's name
  int64_t first_ns = 0;          ///< earliest event
  uint64_t inversions = 0;       ///< events that are earlier than one before them
  int64_t lateness_ns = 0;       ///< by how much at most
  uint64_t first_inversion = 0;  ///< byte
  uint8_t foreign_version = 0;   ///< of records that this version does not read; 0 = none
  std::string first_fault;  ///< where events = 0: what cannot be read, and its place; "" = nothing
};

/// Errors: those of reading. Damage is left to the second pass.
absl::StatusOr<BlktraceSurvey> SurveyBlktrace(const Input& input, const ReadOptions& options);

}  // namespace ioreel
