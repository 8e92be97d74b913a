#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/file.h"
#include "capture/cpu_merger.h"
#include "capture/restore_journal.h"
#include "capture/side_decoder.h"
#include "capture/side_event.h"
#include "capture/tracefs.h"

namespace ioreel {

/// One event of the instance: "block/block_bio_queue", with a kernel filter or "".
struct EventRequest {
  std::string event;
  std::string filter;
  bool required = false;  ///< Open fails without it
};

struct InstanceOptions {
  std::string name;  ///< the instance is called ioreel-PID-NAME
  std::vector<EventRequest> events;
  uint64_t buffer_bytes = 0;       ///< for each CPU
  std::vector<int32_t> only_tids;  ///< events of these threads and of what they fork; empty = all
  std::string journal_folder = RestoreJournal::kFolder;
};

/// A trace instance of our own (in tracefs `instances/`) with a few events switched on, on
/// CLOCK_MONOTONIC. It never touches the top instance, nor who else traces. One thread.
class EventInstance {
 public:
  /// An event that this kernel lacks, or whose filter it refuses, is left out unless required.
  /// Errors: from tracefs, naming the file.
  static absl::StatusOr<std::unique_ptr<EventInstance>> Open(const Tracefs& tracefs,
                                                             const InstanceOptions& options);
  /// Removes the instance if Close was not called.
  ~EventInstance();

  /// Reads what is there and appends it to `out` in time order. Events of the last moments wait
  /// for the next call, so that CPUs merge, unless `all`. Returns the time up to which `out` is
  /// whole.
  absl::StatusOr<int64_t> Drain(bool all, std::vector<SideEvent>* out);

  bool HasEvent(absl::string_view event) const;
  uint64_t lost() const { return lost_; }

  /// Removes the instance. Errors: the kernel's, naming it.
  absl::Status Close();

 private:
  EventInstance(std::string folder, RestoreJournal journal)
      : folder_(std::move(folder)), journal_(std::move(journal)) {}
  absl::Status SetUp(const Tracefs& tracefs, const InstanceOptions& options);
  absl::Status FollowOnly(const std::vector<int32_t>& tids);
  absl::Status Enable(const EventRequest& request, const std::string& format_folder);
  absl::Status DrainCpu(size_t cpu);
  void TakePage(size_t cpu, absl::string_view page);

  std::string folder_;
  RestoreJournal journal_;
  SideDecoder decoder_;
  std::vector<std::string> enabled_;
  std::vector<ScopedFd> pipes_;
  std::vector<char> page_;
  CpuMerger<SideEvent> merger_;
  int64_t last_drain_ns_ = 0;
  uint64_t lost_ = 0;
  bool open_ = false;
};

}  // namespace ioreel
