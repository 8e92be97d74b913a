#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "base/clock.h"
#include "formats/model/time.h"
#include "replay/engine.h"
#include "replay/plan/schedule.h"
#include "replay/prime/payload.h"
#include "replay/target.h"
#include "replay/verify/verifier.h"

namespace ioreel {

/// Steps that are done beside what is measured, as fast as possible, on an engine of their own.
struct PlainRun {
  std::string what;  ///< "priming", for messages
  StepSource* source = nullptr;
  Target* target = nullptr;
  std::vector<int> fds;  ///< by TargetPart::device
  std::string engine;    ///< engine_registry.h
  Payload payload = {};
  uint64_t longest_read = 0;                   ///< bytes of a step; 0 = none reads
  uint64_t longest_write = 0;                  ///< bytes of a step; 0 = none writes data
  uint64_t written_bytes = 0;                  ///< by all steps
  const std::atomic<bool>* stop = nullptr;     ///< null = nothing ends it
  int64_t timeout_ns = kNoTime;                ///< a step that takes longer ends it
  std::atomic<uint64_t>* completed = nullptr;  ///< counts steps; may be null
  VerifierUse verify = {};
};

/// Errors: DataLoss when a step failed; DeadlineExceeded when one took too long: the kernel then
/// goes on with it, in memory that is left to it; Cancelled when `stop` is set; those of the
/// engine.
absl::Status RunPlainly(const PlainRun& run);
/// The same on this engine, which is not open yet and may be kept.
absl::Status RunPlainlyOn(std::unique_ptr<Engine> engine, Clock* clock, const PlainRun& run);

}  // namespace ioreel
