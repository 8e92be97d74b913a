#include "replay/opened_volumes.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/checked_math.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "replay/safety/preflight.h"
#include "replay/safety/shared_space.h"
#include "replay/target_registry.h"
#include "replay/target_set.h"

namespace ioreel {
namespace {

absl::StatusOr<OpenedTarget> OpenTarget(const SessionOptions& options, const TraceVolume& volume) {
  if (options.create.empty()) return OpenedTarget::Open(volume.target, options.split_bytes);
  OpenedTarget::NewFiles files = {.together = options.create == "auto"};
  if (files.together) {
    IOREEL_ASSIGN_OR_RETURN(files.bytes, NeededBytes(options, volume));
  } else {
    IOREEL_ASSIGN_OR_RETURN(files.bytes, ParseSize(options.create));
  }
  return OpenedTarget::Foresee(volume.target, files, options.split_bytes);
}

/// What is wrong with a target's text does not say where that stands.
absl::StatusOr<OpenedTarget> OpenNamed(const SessionOptions& options, const TraceVolume& volume) {
  auto target = OpenTarget(options, volume);
  if (target.ok()) return target;
  const bool only = volume.origin == kTargetOrigin && !absl::IsInvalidArgument(target.status());
  return only ? target.status() : Annotate(target.status(), volume.origin);
}

}  // namespace

absl::StatusOr<OpenedVolumes> OpenedVolumes::Open(const SessionOptions& options,
                                                  const TraceSurvey& survey) {
  OpenedVolumes opened;
  const std::vector<TraceVolume>& volumes = survey.layout.volumes;
  for (size_t i = 0; i < volumes.size(); ++i) {
    IOREEL_ASSIGN_OR_RETURN(OpenedTarget target, OpenNamed(options, volumes[i]));
    opened.texts_.push_back(volumes[i].target);
    opened.targets_.push_back(std::move(target));
    opened.split_bytes_ = options.split_bytes;
  }
  IOREEL_RETURN_IF_ERROR(opened.CheckApart());
  IOREEL_RETURN_IF_ERROR(opened.CheckTogether());
  opened.Join();
  return opened;
}

absl::Status OpenedVolumes::Create(size_t i, std::vector<std::string>* created) {
  IOREEL_RETURN_IF_ERROR(targets_[i].CreateFiles(created));
  IOREEL_ASSIGN_OR_RETURN(targets_[i], OpenedTarget::Open(texts_[i], split_bytes_));
  Join();
  return absl::OkStatus();
}

/// Why the two would write over each other; "" where they do not.
std::string OpenedVolumes::SharedText(size_t first, size_t second) const {
  for (const Medium& one : targets_[first].media()) {
    for (const Medium& other : targets_[second].media()) {
      const std::string shared = SharedSpaceText(one, other);
      if (!shared.empty()) return shared;
    }
  }
  return "";
}

absl::Status OpenedVolumes::CheckApart() const {
  for (size_t second = 0; second < targets_.size(); ++second) {
    for (size_t first = 0; first < second; ++first) {
      const std::string shared = SharedText(first, second);
      if (shared.empty()) continue;
      return absl::InvalidArgumentError(absl::StrCat(
          "--map: the targets ", texts_[first], " and ", texts_[second], " share space: ", shared,
          "; --concat with one name lays devices one behind the other"));
    }
  }
  return absl::OkStatus();
}

absl::Status OpenedVolumes::CheckTogether() const {
  uint64_t size_bytes = 0, devices = 0;
  for (const OpenedTarget& target : targets_) {
    const auto sum = CheckedAdd(size_bytes, target.target()->size_bytes());
    if (!sum) {
      return absl::InvalidArgumentError("--map: the targets have more than 2^64 bytes together");
    }
    size_bytes = *sum;
    devices += target.fds().size();
  }
  if (devices <= kMostTargetDevices) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("--map: the targets are of ", devices,
                                                 " drives together; there may be ",
                                                 kMostTargetDevices));
}

void OpenedVolumes::Join() {
  if (targets_.size() == 1) return;
  std::vector<Target*> targets;
  std::vector<uint16_t> devices;
  for (const OpenedTarget& target : targets_) {
    targets.push_back(target.target());
    devices.push_back(static_cast<uint16_t>(target.fds().size()));
  }
  all_ = MakeTargetSet(std::move(targets), std::move(devices));
}

Target* OpenedVolumes::target() const {
  return all_ != nullptr ? all_.get() : targets_.front().target();
}

std::vector<int> OpenedVolumes::fds() const {
  std::vector<int> fds;
  for (const OpenedTarget& target : targets_) {
    for (const int fd : target.fds()) fds.push_back(fd);
  }
  return fds;
}

std::vector<SimModel> OpenedVolumes::drives() const {
  std::vector<SimModel> drives;
  for (const OpenedTarget& target : targets_) {
    drives.insert(drives.end(), target.drives().begin(), target.drives().end());
  }
  return drives;
}

std::vector<std::string> OpenedVolumes::paths() const {
  std::vector<std::string> paths;
  for (const OpenedTarget& target : targets_) {
    for (const Device& device : target.devices()) paths.push_back(device.path());
  }
  return paths;
}

TargetFacts OpenedVolumes::facts() const {
  TargetFacts facts = targets_.front().facts();
  if (targets_.size() == 1) return facts;
  TargetFacts all;
  all.kind = "several";
  all.spec = absl::StrJoin(texts_, ", ");
  for (const OpenedTarget& target : targets_) {
    const TargetFacts one = target.facts();
    all.direct &= one.direct;
    all.size_bytes += one.size_bytes;
    all.logical_block_bytes = std::max(all.logical_block_bytes, one.logical_block_bytes);
    if (one.members.empty()) {
      all.members.push_back({one.spec, one.kind, one.model, one.serial, one.wwid, one.size_bytes});
    }
    all.members.insert(all.members.end(), one.members.begin(), one.members.end());
  }
  return all;
}

}  // namespace ioreel
