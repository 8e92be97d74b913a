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
  uint64_t buffer_bytes = 0;         ///< for each CPU
  uint32_t mask = 0;                 ///< blktrace act_mask bits; 0 = all
  std::vector<int> other_recorders;  ///< pids of ioreel recorders at work, to name in an error
};

using RawEventSink = std::function<void(const RawEvent&)>;

/// A way to hear the block layer's events, on CLOCK_MONOTONIC. One thread.
class CaptureSource {
 public:
  virtual ~CaptureSource() = default;

  virtual absl::string_view name() const = 0;  ///< "ftrace-blk", "relay"

  /// Errors say why it does not work here, and the remedy. What it changes in the kernel is
  /// noted on disk first, so that the next start can undo it after a kill -9
  /// (capture/restore_journal.h); after an error nothing is left changed.
  virtual absl::Status Start(const SourceOptions& options) = 0;

  /// Gives the events that are there to `sink`, in time order (CPUs merged); never waits. What
  /// happened in the last moments comes with the next call. Losses come as Stage::kLost events
  /// in their place.
  virtual absl::Status Poll(const RawEventSink& sink) = 0;

  /// Stops tracing, gives out the rest, restores what Start changed. Safe after any failure.
  virtual absl::Status Stop(const RawEventSink& sink) = 0;
};

}  // namespace ioreel
