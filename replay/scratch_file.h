#pragma once

#include <cstdint>
#include <string>

#include "absl/status/status.h"

namespace ioreel {

/// Files that ioreel made carry this extended attribute; what they hold is worth nothing, so they
/// may be written again without asking. It goes where the file goes (rename, cp -a) and is not
/// copied by a plain cp. Filesystems without user attributes leave the file unmarked: it then
/// counts as the user's.
inline constexpr char kScratchMark[] = "user.ioreel.scratch";

/// Makes `path`, which must not exist (also not as a link), with `size_bytes` and the mark.
/// Errors: AlreadyExists, ResourceExhausted, others as open(2); then nothing is left behind.
absl::Status CreateScratchFile(const std::string& path, uint64_t size_bytes);

bool IsMarkedScratch(int fd);

/// What to tell when a file that was to be made exists.
std::string CreateExistsText(const std::string& path);

}  // namespace ioreel
