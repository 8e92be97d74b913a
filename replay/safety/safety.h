#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "replay/device.h"
#include "replay/safety/scratch_file.h"

namespace ioreel {

/// What the user allowed.
struct Consent {
  bool allow_writes = false;           ///< --allow-writes
  std::vector<std::string> overwrite;  ///< --overwrite, each a path
};

/// What is at stake when a target is written to.
struct WriteStakes {
  std::string path;       ///< as the user named it
  std::string path_text;  ///< the same, and what it links to
  std::string real_path;
  bool is_block = false;
  bool read_only = false;                 ///< the device refuses writes
  ScratchMark mark = ScratchMark::kNone;  ///< of a file
  uint64_t size_bytes = 0;
  std::vector<std::string> contents;  ///< signatures: "the filesystem ext4"
  std::vector<std::string> uses;      ///< "is mounted on /mnt"
};

/// The rules: reading needs no consent and is not asked here. A file is written if it is empty,
/// or ioreel made it, nobody else wrote to it and nobody uses it; else if --overwrite names it. A
/// device is written with
/// --allow-writes; if it carries a signature or is used, --overwrite must name it, too.
/// Errors: PermissionDenied with the reason and what would allow it, in one line.
absl::Status JudgeWrites(const WriteStakes& stakes, const Consent& consent);

/// Looks at the opened device or file. Nothing is changed. What it holds is read, and told, only
/// where --overwrite does not name it: reads would show up in what is measured.
absl::StatusOr<WriteStakes> FindStakes(const Device& device, const Consent& consent);

/// Makes `device` writable if the rules allow it, exclusively where it is a device that nobody
/// is known to use.
absl::Status GrantWrites(const Consent& consent, Device* device);

/// An --overwrite that names none of the targets is a mistake: InvalidArgument.
absl::Status CheckOverwritesAreTargets(const Consent& consent,
                                       const std::vector<std::string>& targets);

}  // namespace ioreel
