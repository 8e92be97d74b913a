#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "replay/device.h"
#include "replay/safety/safety.h"
#include "replay/safety/scratch_file.h"
#include "replay/target.h"
#include "replay/target_spec.h"

namespace ioreel {

/// A target whose devices are open: for reading, until writes are granted.
class OpenedTarget {
 public:
  /// Errors: those of the spec and of Device::Open; NotFound names --create.
  static absl::StatusOr<OpenedTarget> Open(const std::string& text);

  /// A new scratch file of `size_bytes` as it would be, without making it: opened on an unnamed
  /// file in the same folder. Errors: InvalidArgument unless `text` is one path;
  /// AlreadyExists; others as open(2) on the folder.
  static absl::StatusOr<OpenedTarget> Foresee(const std::string& text, uint64_t size_bytes);

  /// Whether writes would be granted. Changes nothing.
  absl::Status JudgeWrites(const Consent& consent) const;
  /// Files that ioreel made, and nobody changed, stay so: they are marked again when this ends.
  absl::Status GrantWrites(const Consent& consent);

  Target* target() const { return target_.get(); }
  std::vector<Device>& devices() { return devices_; }
  const std::vector<Device>& devices() const { return devices_; }
  std::vector<int> fds() const;
  const DeviceLimits& limits() const { return limits_; }  ///< of the whole
  TargetFacts facts() const;
  std::vector<std::string> doubts() const;

  /// One file that ioreel made, so that it may be primed without asking.
  bool is_scratch_file() const { return scratch_; }
  /// Of a target that is one file or device. REQUIRES: it is.
  const std::string& path() const { return spec_.path; }
  /// One file, whoever made it.
  bool is_file() const { return devices_.size() == 1 && !devices_.front().is_block(); }

 private:
  OpenedTarget() = default;
  absl::Status Build(std::vector<Device> devices);

  std::string text_;
  TargetSpec spec_;
  std::vector<Device> devices_;
  std::vector<ScratchRenewal> renewals_;
  std::unique_ptr<Target> target_;
  DeviceLimits limits_;
  bool scratch_ = false;
};

}  // namespace ioreel
