#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "base/sysfs_block.h"
#include "capture/kernel_paths.h"
#include "formats/model/trace.h"

namespace ioreel {

struct RecordOptions {
  std::vector<SysfsBlock> devices;
  std::string source = "auto";        ///< or the name of one
  std::vector<std::string> argv;      ///< the command; empty = whatever runs already
  std::vector<int> pids;              ///< processes that are the tree, instead of a command
  int64_t duration_ns = 0;            ///< stop after it; 0 = no limit
  int64_t settle_ns = 1'000'000'000;  ///< go on for so long after the end of the tree
  bool drop_caches = false;
  bool sched = false;         ///< also split the tree's time by the scheduler's events
  uint64_t buffer_bytes = 0;  ///< for each CPU; 0 = DefaultBufferBytes()
  uint32_t mask = 0;          ///< blktrace act_mask bits; 0 = all
  KernelPaths paths;
};

/// What a recording has brought; while it runs, so far.
struct RecordSummary {
  std::string source;
  int64_t elapsed_ns = 0;
  uint64_t events = 0, queued = 0, requests = 0;
  uint64_t lost = 0;             ///< at least
  uint64_t side_lost = 0;        ///< task events lost: names and classes may be wrong
  uint64_t left_dirty = 0;       ///< by so much the page cache was dirtier at the end
  std::optional<int> exit_code;  ///< of the command
  std::optional<int> exit_signal;
  bool interrupted = false;  ///< by a signal
};

using WriterOpener = std::function<absl::StatusOr<TraceWriter*>()>;

/// Runs the command and records what it and everyone else does to the devices, until it and its
/// descendants have ended and things have settled, or the duration is over, or a signal comes.
/// `info` gets everything but the rows, which go to the writer that `open_writer` gives (and owns)
/// once tracing works; `progress` is called ten times a second. Needs root. Ends the command
/// (SIGTERM) if that outlives the recording.
///
/// Errors: the kernel's or the writer's, with the remedy; what was changed in the kernel is
/// restored first. A finished recording with losses is no error: see RecordSummary::lost.
absl::StatusOr<RecordSummary> Record(const RecordOptions& options, TraceInfo* info,
                                     const WriterOpener& open_writer,
                                     const std::function<void(const RecordSummary&)>& progress);

/// The kernel's buffers are pages.
inline constexpr uint64_t kLeastBufferBytes = 4096;

/// 32 MiB, or less where that times the CPUs would be more than an eighth of the memory.
uint64_t DefaultBufferBytes();

}  // namespace ioreel
