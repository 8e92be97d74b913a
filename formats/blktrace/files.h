#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace ioreel {

/// All files of the blktrace recording that `path` names, in order of CPU. `path` is the base
/// name ("out/sda" for out/sda.blktrace.0 …), the folder that holds one recording, or any one of
/// its files; a file that is not named so (a dump of `blkparse -d`, a pipe's copy) stands alone.
/// Files of no bytes, of CPUs on which nothing happened, are left out.
/// Errors: NotFound, saying where it looked; InvalidArgument for a folder with several
/// recordings, naming them, and for a recording whose files are all empty.
absl::StatusOr<std::vector<std::string>> FindBlktraceFiles(const std::string& path);

/// The CPU in a file name "….blktrace.<cpu>" (a compression's ".gz" may follow); -1 = none.
int BlktraceFileCpu(absl::string_view path);

/// CPU numbers that have no file on disk between 0 and the highest in `paths`, as text: "1-28";
/// "" when there is none. Of several recordings the base name stands before: "sda: 1-28".
std::string MissingBlktraceCpus(const std::vector<std::string>& paths);

}  // namespace ioreel
