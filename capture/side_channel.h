#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/sysfs_block.h"
#include "capture/event_instance.h"
#include "capture/kernel_paths.h"
#include "capture/side_event.h"

namespace ioreel {

/// The events that a recording wants beside the block trace. A default one has none: then tasks
/// are what /proc says.
class SideChannel {
 public:
  SideChannel() = default;
  explicit SideChannel(std::unique_ptr<EventInstance> instance) : instance_(std::move(instance)) {}

  bool TellsTasks() const;
  bool TellsWriteback() const;
  /// What this kernel does not tell, and what that costs; empty = nothing is missing.
  std::vector<std::string> missing() const;

  /// As EventInstance::Drain; when the kernel stops giving events, warns once and goes on without.
  int64_t Drain(bool all, std::vector<SideEvent>* out);
  uint64_t lost() const { return instance_ ? instance_->lost() : 0; }
  absl::Status Close() { return instance_ ? instance_->Close() : absl::OkStatus(); }

 private:
  std::unique_ptr<EventInstance> instance_;
};

/// Listens to the tasks of the machine, to its writing back, and to what `devices` are asked that
/// block records cannot tell. Errors: tracefs is out of reach, with the remedy.
absl::StatusOr<SideChannel> OpenSideChannel(const KernelPaths& paths,
                                            const std::vector<SysfsBlock>& devices);

/// Listens to the scheduler about these threads and what they fork. Errors: tracefs is out of
/// reach, or the kernel lacks the events.
absl::StatusOr<std::unique_ptr<EventInstance>> OpenSchedChannel(const KernelPaths& paths,
                                                                const std::vector<int32_t>& tids);

}  // namespace ioreel
