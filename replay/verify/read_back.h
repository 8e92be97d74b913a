#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "replay/target.h"
#include "replay/verify/verifier.h"

namespace ioreel {

struct ReadBackSetup {
  Target* target = nullptr;      ///< of all volumes
  std::vector<int> fds;          ///< by TargetPart::device
  std::string engine;            ///< engine_registry.h
  int64_t timeout_ns = kNoTime;  ///< SessionOptions::io_timeout_ns
  const std::atomic<bool>* stop = nullptr;
};

/// Reads all that the verifier has seen written to a volume, after a replay, and lets it check
/// that. `block_bytes` of the volume. What cannot be read is the verifier's to tell. Errors:
/// as RunPlainly, but for DataLoss.
absl::Status ReadBack(const ReadBackSetup& setup, uint16_t volume, uint64_t block_bytes,
                      Verifier* verifier);

}  // namespace ioreel
