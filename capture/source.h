#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "formats/model/raw_event.h"

namespace ioreel {

struct SourceOptions {
  std::vector<std::string> devices;  ///< kernel names: "loop0", "nvme0n1p2"
  uint64_t buffer_bytes = 0;         ///< for each CPU; 0 = the source's default
  uint32_t mask = 0;                 ///< blktrace act_mask bits; 0 = all
};

/// A way to hear the block layer's events. One thread.
class CaptureSource {
 public:
  virtual ~CaptureSource() = default;

  virtual absl::string_view name() const = 0;  ///< "ftrace-blk", "relay"

  /// OK when Start would work here; else why not, and the remedy.
  virtual absl::Status Probe(const SourceOptions& options) const = 0;

  /// What it changes in the kernel is noted on disk first, so that the next start can undo it
  /// after a kill -9 (capture/restore_journal.h).
  virtual absl::Status Start(const SourceOptions& options) = 0;

  /// Waits up to `wait_ns` for events and gives them to `sink` in time order (CPUs merged).
  /// Losses come as Stage::kLost events in their place.
  virtual absl::Status Poll(int64_t wait_ns, const std::function<void(const RawEvent&)>& sink) = 0;

  /// Stops tracing, gives out the rest, restores what Start changed. Safe after any failure.
  virtual absl::Status Stop(const std::function<void(const RawEvent&)>& sink) = 0;
};

}  // namespace ioreel
