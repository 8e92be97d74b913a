#include "replay/safety/safety.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "replay/safety/device_use.h"
#include "replay/safety/signature.h"

namespace ioreel {
namespace {

std::string RealPath(const std::string& path) {
  std::error_code error;
  const std::filesystem::path real = std::filesystem::canonical(path, error);
  return error ? path : real.string();
}

bool IsNamed(const std::string& real_path, const std::vector<std::string>& paths) {
  return std::any_of(paths.begin(), paths.end(),
                     [&](const std::string& path) { return RealPath(path) == real_path; });
}

/// "carries the filesystem ext4 and is mounted on /mnt"; empty when nothing is at stake.
std::string Reasons(const WriteStakes& stakes) {
  std::vector<std::string> reasons;
  for (const std::string& content : stakes.contents) {
    reasons.push_back(absl::StrCat("carries ", content));
  }
  reasons.insert(reasons.end(), stakes.uses.begin(), stakes.uses.end());
  return absl::StrJoin(reasons, " and ");
}

absl::Status Refuse(const WriteStakes& stakes, absl::string_view why, absl::string_view remedy) {
  return absl::PermissionDeniedError(absl::StrCat("will not write to ", stakes.path_text, ": it ",
                                                  why, "; nothing was written. ", remedy));
}

absl::Status JudgeFile(const WriteStakes& stakes) {
  const std::string reasons = Reasons(stakes);
  const bool worthless = stakes.size_bytes == 0 || stakes.mark == ScratchMark::kIntact;
  if (reasons.empty() && worthless) return absl::OkStatus();
  const std::string why =
      !reasons.empty() ? reasons
      : stakes.mark == ScratchMark::kChanged
          ? "has changed since ioreel wrote it, or is a copy of what ioreel wrote"
          : "is a file that ioreel did not make";
  return Refuse(stakes, why,
                absl::StrCat("If its contents may be lost, add --overwrite ", stakes.path,
                             "; or replay onto a new file: --create auto --target FILE"));
}

absl::Status JudgeDevice(const WriteStakes& stakes, const Consent& consent, bool named) {
  if (stakes.read_only) {
    return Refuse(stakes, "is a read-only device",
                  "a replay can leave writes out with --read-only");
  }
  const std::string reasons = Reasons(stakes);
  if (reasons.empty() || named) {
    if (consent.allow_writes) return absl::OkStatus();
    return Refuse(stakes, "is a device, and writes destroy what it holds",
                  "--allow-writes allows them; a replay can leave writes out with --read-only");
  }
  return Refuse(stakes, reasons,
                absl::StrCat("If all of it may be lost, add --allow-writes --overwrite ",
                             stakes.path, "; a replay can leave writes out with --read-only"));
}

}  // namespace

absl::Status JudgeWrites(const WriteStakes& stakes, const Consent& consent) {
  const bool named = IsNamed(stakes.real_path, consent.overwrite);
  if (stakes.is_block) return JudgeDevice(stakes, consent, named);
  return named ? absl::OkStatus() : JudgeFile(stakes);
}

absl::StatusOr<WriteStakes> FindStakes(const Device& device, const Consent& consent) {
  const std::optional<NodeId> node = NodeOf(device.fd());
  if (!node) return ErrnoError(errno, "cannot examine", device.path());
  WriteStakes stakes;
  stakes.path = device.path();
  stakes.path_text = PathText(device.path());
  stakes.real_path = RealPath(device.path());
  stakes.is_block = device.is_block();
  stakes.size_bytes = device.limits().size_bytes;
  if (int read_only = 0; device.is_block() && ioctl(device.fd(), BLKROGET, &read_only) == 0) {
    stakes.read_only = read_only != 0;
  }
  if (!device.is_block()) stakes.mark = FindScratchMark(device.fd());
  stakes.uses = FindUses(*node);
  if (stakes.size_bytes > 0 && !IsNamed(stakes.real_path, consent.overwrite)) {
    IOREEL_ASSIGN_OR_RETURN(const ScopedFd buffered,  // libblkid reads what is not aligned
                            OpenFd(absl::StrCat("/proc/self/fd/", device.fd()), O_RDONLY));
    auto contents = FindSignatures(buffered.get());
    if (!contents.ok()) return Annotate(contents.status(), device.path());
    stakes.contents = *std::move(contents);
  }
  return stakes;
}

absl::Status GrantWrites(const Consent& consent, Device* device) {
  IOREEL_ASSIGN_OR_RETURN(const WriteStakes stakes, FindStakes(*device, consent));
  IOREEL_RETURN_IF_ERROR(JudgeWrites(stakes, consent));
  const std::string reasons = Reasons(stakes);
  if (!reasons.empty()) {
    LogWarning(absl::StrCat("writing to ", stakes.path, " although it ", reasons));
  }
  return device->AllowWrites(/*exclusive=*/!IsNamed(stakes.real_path, consent.overwrite));
}

absl::Status CheckOverwritesAreTargets(const Consent& consent,
                                       const std::vector<std::string>& targets) {
  for (const std::string& path : consent.overwrite) {
    if (!IsNamed(RealPath(path), targets)) {
      return absl::InvalidArgumentError(
          absl::StrCat("--overwrite ", path, " names no target of this replay"));
    }
  }
  return absl::OkStatus();
}

}  // namespace ioreel
