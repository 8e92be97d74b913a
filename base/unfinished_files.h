#pragma once

#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"

namespace ioreel {

/// The files that this process has begun and not finished: each AtomicFile, by its partial path,
/// from Create to Commit. Thread-safe.
void NoteUnfinishedFile(const std::string& path);
void ForgetUnfinishedFile(const std::string& path);
/// And the folders made for them that are empty then.
void RemoveUnfinishedFiles();

/// Makes a folder for such files, and those above it that are missing.
/// Errors: those of the file system; FailedPrecondition where something else has the name.
absl::Status MakeFolderForUnfinished(const std::string& path);

/// Runs `finish`, which no removal comes between: all of what it gives its name stays, or nothing.
/// REQUIRES: it calls none of the others here.
absl::Status FinishUndisturbed(absl::FunctionRef<absl::Status()> finish);

/// From now on SIGINT, SIGTERM and SIGHUP remove them before they end the process as they would
/// anyway; one that is ignored (nohup) stays so. For a command of whose output a part is of no use.
/// REQUIRES: no other thread yet.
void RemoveUnfinishedFilesOnSignal();

}  // namespace ioreel
