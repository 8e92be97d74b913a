#include "replay/opened_volumes.h"

#include <sys/stat.h>

#include <map>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "replay/safety/preflight.h"
#include "replay/target_set.h"

namespace ioreel {
namespace {

absl::StatusOr<OpenedTarget> OpenOne(const SessionOptions& options, const TraceVolume& volume) {
  if (options.create.empty()) return OpenedTarget::Open(volume.target, options.split_bytes);
  OpenedTarget::NewFiles files = {.together = options.create == "auto"};
  if (files.together) {
    IOREEL_ASSIGN_OR_RETURN(files.bytes, NeededBytes(options, volume));
  } else {
    IOREEL_ASSIGN_OR_RETURN(files.bytes, ParseSize(options.create));
  }
  return OpenedTarget::Foresee(volume.target, files, options.split_bytes);
}

}  // namespace

absl::StatusOr<OpenedVolumes> OpenedVolumes::Open(const SessionOptions& options,
                                                  const TraceSurvey& survey) {
  OpenedVolumes opened;
  const std::vector<TraceVolume>& volumes = survey.layout.volumes;
  for (size_t i = 0; i < volumes.size(); ++i) {
    auto target = OpenOne(options, volumes[i]);
    if (!target.ok() && volumes.size() > 1) {
      return Annotate(target.status(), VolumeText(survey, i));
    }
    if (!target.ok()) return target.status();
    opened.texts_.push_back(volumes[i].target);
    opened.targets_.push_back(*std::move(target));
    opened.split_bytes_ = options.split_bytes;
  }
  IOREEL_RETURN_IF_ERROR(opened.CheckApart());
  opened.Join();
  return opened;
}

absl::Status OpenedVolumes::Create(size_t i, std::vector<std::string>* created) {
  IOREEL_RETURN_IF_ERROR(targets_[i].CreateFiles(created));
  IOREEL_ASSIGN_OR_RETURN(targets_[i], OpenedTarget::Open(texts_[i], split_bytes_));
  Join();
  return absl::OkStatus();
}

/// Two volumes on the same medium would write over each other.
absl::Status OpenedVolumes::CheckApart() const {
  std::map<std::tuple<bool, uint64_t, uint64_t>, size_t> owners;
  for (size_t i = 0; i < targets_.size(); ++i) {
    for (const Device& device : targets_[i].devices()) {
      struct stat st;
      if (fstat(device.fd(), &st) != 0) continue;
      const auto identity = device.is_block()
                                ? std::tuple<bool, uint64_t, uint64_t>(true, st.st_rdev, 0)
                                : std::tuple<bool, uint64_t, uint64_t>(false, st.st_dev, st.st_ino);
      const auto [owner, is_new] = owners.emplace(identity, i);
      if (is_new || owner->second == i) continue;
      return absl::InvalidArgumentError(absl::StrCat(
          "--map: the targets ", texts_[owner->second], " and ", texts_[i],
          " share a file or device; --concat with one name lays devices one behind the other"));
    }
  }
  return absl::OkStatus();
}

void OpenedVolumes::Join() {
  if (targets_.size() == 1) return;
  std::vector<Target*> targets;
  std::vector<uint16_t> devices;
  for (const OpenedTarget& target : targets_) {
    targets.push_back(target.target());
    devices.push_back(static_cast<uint16_t>(target.devices().size()));
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

std::string VolumeText(const TraceSurvey& survey, size_t volume) {
  const TraceVolume& one = survey.layout.volumes[volume];
  const std::string devices = absl::StrJoin(
      one.devices, "+",
      [&](std::string* out, uint16_t device) { out->append(DeviceName(survey.info, device)); });
  return absl::StrCat(devices, "=", one.target);
}

}  // namespace ioreel
