#include "replay/opened_target.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "replay/safety/preflight.h"
#include "replay/target_registry.h"

namespace ioreel {

absl::StatusOr<OpenedTarget> OpenedTarget::Open(const std::string& text) {
  OpenedTarget opened;
  opened.text_ = text;
  IOREEL_ASSIGN_OR_RETURN(opened.spec_, ParseKnownTargetSpec(text));
  std::vector<Device> devices;
  for (const std::string& path : opened.spec_.Leaves()) {
    auto device = Device::Open(path);
    if (absl::IsNotFound(device.status())) {
      return absl::NotFoundError(absl::StrCat("the target ", path,
                                              " does not exist; --create auto makes a file of the "
                                              "size that the trace needs"));
    }
    if (!device.ok()) return device.status();
    devices.push_back(*std::move(device));
  }
  const bool file = devices.size() == 1 && !devices.front().is_block();
  opened.scratch_ = file && FindScratchMark(devices.front().fd()) == ScratchMark::kIntact;
  IOREEL_RETURN_IF_ERROR(opened.Build(std::move(devices)));
  return opened;
}

absl::StatusOr<OpenedTarget> OpenedTarget::Foresee(const std::string& text, uint64_t size_bytes) {
  OpenedTarget opened;
  opened.text_ = text;
  IOREEL_ASSIGN_OR_RETURN(opened.spec_, ParseKnownTargetSpec(text));
  if (!opened.spec_.is_leaf()) {
    return absl::InvalidArgumentError("--create makes one file; --target must be its path");
  }
  const std::filesystem::path path = opened.spec_.path;
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
  IOREEL_ASSIGN_OR_RETURN(Device device,
                          Device::Open(absl::StrCat("/proc/self/fd/", unnamed->get())));
  opened.scratch_ = true;
  std::vector<Device> devices;
  devices.push_back(std::move(device));
  IOREEL_RETURN_IF_ERROR(opened.Build(std::move(devices)));
  return opened;
}

absl::Status OpenedTarget::Build(std::vector<Device> devices) {
  devices_ = std::move(devices);
  std::vector<TargetDevice> leaves;
  std::vector<DeviceLimits> limits;
  for (const Device& device : devices_) {
    const DeviceLimits& limit = device.limits();
    leaves.push_back({limit.size_bytes, limit.block_bytes, limit.fua});
    limits.push_back(device.limits());
  }
  IOREEL_ASSIGN_OR_RETURN(target_, MakeTarget(text_, spec_, leaves));
  limits_ = CombineLimits(limits, target_->size_bytes());
  return absl::OkStatus();
}

absl::Status OpenedTarget::JudgeWrites(const Consent& consent) const {
  for (const Device& device : devices_) {
    IOREEL_ASSIGN_OR_RETURN(const WriteStakes stakes, FindStakes(device, consent));
    IOREEL_RETURN_IF_ERROR(ioreel::JudgeWrites(stakes, consent));
  }
  return absl::OkStatus();
}

absl::Status OpenedTarget::GrantWrites(const Consent& consent) {
  IOREEL_RETURN_IF_ERROR(JudgeWrites(consent));  // of all, before the first is opened
  for (Device& device : devices_) {
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
  TargetFacts facts = devices_.front().facts();
  for (const Device& device : devices_) facts.direct &= device.facts().direct;
  facts.spec = text_;
  facts.size_bytes = limits_.size_bytes;
  facts.logical_block_bytes = limits_.block_bytes;
  if (!spec_.is_leaf()) facts.kind = spec_.name;
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
