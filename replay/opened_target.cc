#include "replay/opened_target.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "replay/member_size.h"
#include "replay/prime/priming.h"
#include "replay/prime/target_holes.h"
#include "replay/safety/preflight.h"
#include "replay/target_registry.h"

namespace ioreel {

namespace {

bool IsScratch(const Device& device) {
  return !device.is_block() && FindScratchMark(device.fd()) == ScratchMark::kIntact;
}

/// The same for two names of one file or device.
std::pair<uint64_t, uint64_t> Identity(const Device& device) {
  struct stat st;
  if (device.is_block() || fstat(device.fd(), &st) != 0) return {0, device.number()};
  return {st.st_dev, st.st_ino};
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

absl::StatusOr<OpenedTarget> OpenedTarget::Open(const std::string& text, uint64_t split_bytes) {
  OpenedTarget opened;
  opened.text_ = text;
  IOREEL_ASSIGN_OR_RETURN(opened.spec_, ParseKnownTargetSpec(text));
  std::vector<Device> devices;
  for (const TargetSpec::Leaf& leaf : opened.spec_.Leaves()) {
    auto device = Device::Open(leaf.path);
    if (absl::IsNotFound(device.status()) && !opened.is_single()) {
      return TargetSpecError(text, leaf.column,
                             absl::StrCat(leaf.path,
                                          " does not exist; --create auto makes a file for "
                                          "each member, truncate -s SIZE only this"));
    }
    if (absl::IsNotFound(device.status())) {
      return absl::NotFoundError(absl::StrCat("the target ", leaf.path,
                                              " does not exist; --create auto makes a file of the "
                                              "size that the trace needs"));
    }
    if (!device.ok()) return device.status();
    devices.push_back(*std::move(device));
  }
  opened.scratch_ = std::all_of(devices.begin(), devices.end(), IsScratch);
  IOREEL_RETURN_IF_ERROR(opened.Build(std::move(devices), split_bytes));
  return opened;
}

absl::StatusOr<OpenedTarget> OpenedTarget::Foresee(const std::string& text, const NewFiles& files,
                                                   uint64_t split_bytes) {
  OpenedTarget opened;
  opened.text_ = text;
  IOREEL_ASSIGN_OR_RETURN(opened.spec_, ParseKnownTargetSpec(text));
  uint64_t size_bytes = files.bytes;
  if (files.together) {
    IOREEL_ASSIGN_OR_RETURN(size_bytes, MemberBytesFor(text, opened.spec_, files.bytes));
  }
  std::vector<Device> devices;
  for (const TargetSpec::Leaf& leaf : opened.spec_.Leaves()) {
    IOREEL_ASSIGN_OR_RETURN(Device device, ForeseeFile(leaf.path, size_bytes));
    devices.push_back(std::move(device));
  }
  opened.scratch_ = true;
  IOREEL_RETURN_IF_ERROR(opened.Build(std::move(devices), split_bytes));
  return opened;
}

absl::Status OpenedTarget::CreateFiles(std::vector<std::string>* created) const {
  for (size_t i = 0; i < devices_.size(); ++i) {
    IOREEL_RETURN_IF_ERROR(CreateScratchFile(leaves_[i].path, devices_[i].limits().size_bytes));
    created->push_back(leaves_[i].path);
  }
  return absl::OkStatus();
}

absl::Status OpenedTarget::Build(std::vector<Device> devices, uint64_t split_bytes) {
  devices_ = std::move(devices);
  leaves_ = spec_.Leaves();
  IOREEL_RETURN_IF_ERROR(CheckDifferent());
  std::vector<DeviceLimits> limits;
  uint64_t block_bytes = 1;
  for (const Device& device : devices_) {
    limits.push_back(device.limits());
    block_bytes = std::max<uint64_t>(block_bytes, device.limits().block_bytes);
  }
  std::vector<TargetDevice> target_devices;
  for (const DeviceLimits& limit : limits) {  // in whole blocks of all, so that all are aligned
    target_devices.push_back(
        {limit.size_bytes / block_bytes * block_bytes, limit.fua, split_bytes});
  }
  IOREEL_ASSIGN_OR_RETURN(target_, MakeTarget(text_, spec_, target_devices));
  limits_ = CombineLimits(limits, *target_);
  return absl::OkStatus();
}

/// Data that stands twice on one device is no copy.
absl::Status OpenedTarget::CheckDifferent() const {
  std::map<std::pair<uint64_t, uint64_t>, size_t> seen;
  for (size_t i = 0; i < devices_.size(); ++i) {
    const auto [first, is_new] = seen.emplace(Identity(devices_[i]), i);
    if (is_new) continue;
    return TargetSpecError(text_, leaves_[i].column,
                           absl::StrCat(leaves_[i].path, " is the same as ",
                                        leaves_[first->second].path, ", another member"));
  }
  return absl::OkStatus();
}

bool OpenedTarget::is_files() const {
  return std::none_of(devices_.begin(), devices_.end(),
                      [](const Device& device) { return device.is_block(); });
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
  return fds;
}

TargetFacts OpenedTarget::facts() const {
  TargetFacts facts;
  if (is_single()) {
    facts = devices_.front().facts();
  } else {
    facts.kind = spec_.name;
    for (size_t i = 0; i < devices_.size(); ++i) {
      const TargetFacts& one = devices_[i].facts();
      facts.direct &= one.direct;
      facts.members.push_back({leaves_[i].path, one.kind, one.model, one.serial, one.wwid,
                               devices_[i].limits().size_bytes});
    }
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
