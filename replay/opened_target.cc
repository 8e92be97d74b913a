#include "replay/opened_target.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "replay/member_size.h"
#include "replay/prime/priming.h"
#include "replay/prime/target_holes.h"
#include "replay/safety/preflight.h"
#include "replay/target_registry.h"
#include "replay/targets/sim_drive.h"

namespace ioreel {

namespace {

/// Files in memory are made there, too; all else in it are devices.
bool IsNamedLikeADevice(absl::string_view path) {
  return absl::StartsWith(path, "/dev/") && !absl::StartsWith(path, "/dev/shm/");
}

bool IsScratch(const Device& device) {
  return !device.is_block() && FindScratchMark(device.fd()) == ScratchMark::kIntact;
}

/// Opens an unnamed file of `size_bytes` in the folder of `path`, which must not exist.
absl::StatusOr<Device> ForeseeFile(const std::filesystem::path& path, uint64_t size_bytes) {
  std::error_code error;
  if (std::filesystem::exists(std::filesystem::symlink_status(path, error))) {
    return absl::AlreadyExistsError(CreateExistsText(path.string()));
  }
  const std::string folder = path.has_parent_path() ? path.parent_path().string() : ".";
  auto unnamed = OpenFd(folder, O_TMPFILE | O_RDWR, 0600);
  if (!unnamed.ok()) return Annotate(unnamed.status(), "no file can be made in the folder");
  if (ftruncate(unnamed->get(), static_cast<off_t>(size_bytes)) != 0) {
    return ErrnoError(errno, absl::StrCat("no file of ", size_bytes, " bytes can be made in"),
                      folder);
  }
  return Device::Open(absl::StrCat("/proc/self/fd/", unnamed->get()));
}

}  // namespace

absl::StatusOr<OpenedTarget> OpenedTarget::Parse(const std::string& text) {
  OpenedTarget opened;
  opened.text_ = text;
  IOREEL_ASSIGN_OR_RETURN(opened.spec_, ParseKnownTargetSpec(text));
  opened.leaves_ = opened.spec_.Leaves();
  return opened;
}

absl::StatusOr<OpenedTarget> OpenedTarget::Open(const std::string& text, uint64_t split_bytes) {
  IOREEL_ASSIGN_OR_RETURN(OpenedTarget opened, Parse(text));
  if (IsSimulated(opened.spec_)) {
    IOREEL_RETURN_IF_ERROR(opened.Simulate(split_bytes));
    return opened;
  }
  for (const TargetSpec::Leaf& leaf : opened.leaves_) {
    auto device = Device::Open(leaf.path);
    if (!device.ok()) return opened.OpenError(leaf, device.status());
    opened.media_.push_back(FindMedium(*device, leaf.path));
    opened.devices_.push_back(*std::move(device));
  }
  opened.scratch_ = std::all_of(opened.devices_.begin(), opened.devices_.end(), IsScratch);
  IOREEL_RETURN_IF_ERROR(opened.Build(split_bytes));
  return opened;
}

/// A file that is not there may be made; a device may not.
absl::Status OpenedTarget::OpenError(const TargetSpec::Leaf& leaf,
                                     const absl::Status& error) const {
  if (!absl::IsNotFound(error)) return error;
  absl::string_view remedy =
      is_single() ? "does not exist; --create auto makes a file of the size that the trace needs"
                  : "does not exist; --create auto makes a file for each member, truncate -s SIZE "
                    "only this";
  if (IsNamedLikeADevice(leaf.path)) remedy = "is no device that is there; lsblk lists those";
  if (is_single()) return absl::NotFoundError(absl::StrCat("the target ", leaf.path, " ", remedy));
  return TargetSpecError(text_, leaf.column, absl::StrCat(leaf.path, " ", remedy));
}

absl::StatusOr<OpenedTarget> OpenedTarget::Foresee(const std::string& text, const NewFiles& files,
                                                   uint64_t split_bytes) {
  IOREEL_ASSIGN_OR_RETURN(OpenedTarget opened, Parse(text));
  uint64_t size_bytes = files.bytes;
  if (files.together) {
    IOREEL_ASSIGN_OR_RETURN(size_bytes, MemberBytesFor(text, opened.spec_, files.bytes));
  }
  for (const TargetSpec::Leaf& leaf : opened.leaves_) {
    IOREEL_ASSIGN_OR_RETURN(Device device, ForeseeFile(leaf.path, size_bytes));
    opened.media_.push_back(FindNewMedium(device, leaf.path));
    opened.devices_.push_back(std::move(device));
  }
  opened.scratch_ = true;
  IOREEL_RETURN_IF_ERROR(opened.Build(split_bytes));
  return opened;
}

absl::Status OpenedTarget::Simulate(uint64_t split_bytes) {
  for (const TargetSpec::Leaf& leaf : leaves_) {
    size_t fault = 0;
    IOREEL_ASSIGN_OR_RETURN(const SimDrive drive, ParseSimDrive(leaf.path, &fault));
    drives_.push_back(drive.model);
    device_limits_.push_back(
        {.size_bytes = drive.size_bytes, .discard = true, .write_zeroes = true});
  }
  return MakeWhole(split_bytes);
}

absl::Status OpenedTarget::CreateFiles(std::vector<std::string>* created) const {
  for (size_t i = 0; i < devices_.size(); ++i) {
    IOREEL_RETURN_IF_ERROR(CreateScratchFile(leaves_[i].path, devices_[i].limits().size_bytes));
    created->push_back(leaves_[i].path);
  }
  return absl::OkStatus();
}

absl::Status OpenedTarget::Build(uint64_t split_bytes) {
  IOREEL_RETURN_IF_ERROR(CheckApart());
  for (const Device& device : devices_) device_limits_.push_back(device.limits());
  return MakeWhole(split_bytes);
}

/// Members count in whole blocks of all, so that whatever lies on them is aligned.
absl::Status OpenedTarget::MakeWhole(uint64_t split_bytes) {
  uint64_t block_bytes = 1;
  for (const DeviceLimits& limits : device_limits_) {
    block_bytes = std::max<uint64_t>(block_bytes, limits.block_bytes);
  }
  std::vector<TargetDevice> target_devices;
  for (size_t i = 0; i < device_limits_.size(); ++i) {
    const DeviceLimits& limits = device_limits_[i];
    const uint64_t size_bytes = limits.size_bytes / block_bytes * block_bytes;
    if (size_bytes == 0 && !is_single()) {
      return TargetSpecError(text_, leaves_[i].column,
                             absl::StrCat(leaves_[i].path, " has ", limits.size_bytes,
                                          " bytes, less than a block of ", block_bytes));
    }
    target_devices.push_back({size_bytes, limits.fua, split_bytes});
  }
  IOREEL_ASSIGN_OR_RETURN(target_, MakeTarget(text_, spec_, target_devices));
  limits_ = CombineLimits(device_limits_, *target_);
  return absl::OkStatus();
}

/// Data that stands twice on one device is no copy.
absl::Status OpenedTarget::CheckApart() const {
  for (size_t i = 0; i < media_.size(); ++i) {
    for (size_t first = 0; first < i; ++first) {
      const std::string shared = SharedSpaceText(media_[first], media_[i]);
      if (shared.empty()) continue;
      return TargetSpecError(text_, leaves_[i].column,
                             absl::StrCat(shared, ": members share no space"));
    }
  }
  return absl::OkStatus();
}

bool OpenedTarget::is_files() const {
  return !is_simulated() && std::none_of(devices_.begin(), devices_.end(),
                                         [](const Device& device) { return device.is_block(); });
}

bool OpenedTarget::HasHole() const {
  return std::any_of(devices_.begin(), devices_.end(), [](const Device& device) {
    const off_t hole = lseek(device.fd(), 0, SEEK_HOLE);
    return hole < 0 || static_cast<uint64_t>(hole) < device.limits().size_bytes;
  });
}

RangeSet OpenedTarget::FindHoles(const RangeSet& ranges) {
  if (is_single()) return ioreel::FindHoles(devices_.front().fd(), ranges);
  return FindTargetHoles(target_->uncached(), fds(), ranges);
}

bool OpenedTarget::IsWritten(size_t device, Writes writes) const {
  return writes == Writes::kAll || leaves_[device].written_by_reads;
}

absl::Status OpenedTarget::JudgeWrites(const Consent& consent, Writes writes) const {
  absl::Status first;
  std::vector<std::string> others;
  for (size_t i = 0; i < devices_.size(); ++i) {
    if (!IsWritten(i, writes)) continue;
    IOREEL_ASSIGN_OR_RETURN(const WriteStakes stakes, FindStakes(devices_[i], consent));
    const absl::Status judged = ioreel::JudgeWrites(stakes, consent);
    if (judged.ok()) continue;
    if (first.ok()) {
      first = judged;
    } else {
      others.push_back(devices_[i].path());
    }
  }
  if (others.empty()) return first;
  return absl::Status(first.code(), absl::StrCat(std::string(first.message()),
                                                 ". Refused, too: ", absl::StrJoin(others, ", ")));
}

absl::Status OpenedTarget::GrantWrites(const Consent& consent, Writes writes) {
  IOREEL_RETURN_IF_ERROR(JudgeWrites(consent, writes));  // of all, before the first is opened
  for (size_t i = 0; i < devices_.size(); ++i) {
    if (!IsWritten(i, writes)) continue;
    Device& device = devices_[i];
    const bool scratch = FindScratchMark(device.fd()) == ScratchMark::kIntact;
    IOREEL_RETURN_IF_ERROR(ioreel::GrantWrites(consent, &device));
    if (!scratch) continue;
    IOREEL_ASSIGN_OR_RETURN(ScratchRenewal renewal, ScratchRenewal::Create(device.fd()));
    renewals_.push_back(std::move(renewal));
  }
  return absl::OkStatus();
}

std::vector<int> OpenedTarget::fds() const {
  std::vector<int> fds;
  for (const Device& device : devices_) fds.push_back(device.fd());
  fds.resize(leaves_.size(), -1);
  return fds;
}

MemberFacts OpenedTarget::FactsOfMember(size_t i) const {
  MemberFacts member;
  if (is_simulated()) {
    member.kind = "simulated";
    if (drives_[i].drive != nullptr) member.model = drives_[i].drive->model;
  } else {
    const TargetFacts& facts = devices_[i].facts();
    member = {"", facts.kind, facts.model, facts.serial, facts.wwid, 0};
  }
  member.path = leaves_[i].path;
  member.size_bytes = device_limits_[i].size_bytes;
  return member;
}

TargetFacts OpenedTarget::facts() const {
  TargetFacts facts;
  if (!is_single()) {
    facts.kind = spec_.name;
    for (size_t i = 0; i < leaves_.size(); ++i) facts.members.push_back(FactsOfMember(i));
    for (const Device& device : devices_) facts.direct &= device.facts().direct;
  } else if (is_simulated()) {
    facts.kind = "simulated";
    facts.model = FactsOfMember(0).model;
  } else {
    facts = devices_.front().facts();
  }
  facts.spec = text_;
  facts.size_bytes = limits_.size_bytes;
  facts.logical_block_bytes = limits_.block_bytes;
  return facts;
}

std::vector<std::string> OpenedTarget::doubts() const {
  std::vector<std::string> doubts;
  for (const Device& device : devices_) {
    doubts.insert(doubts.end(), device.doubts().begin(), device.doubts().end());
  }
  return doubts;
}

}  // namespace ioreel
