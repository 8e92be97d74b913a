#pragma once

#include <string>

namespace ioreel {

/// The files that this process has begun and not finished: each AtomicFile, by its partial path,
/// from Create to Commit. Thread-safe.
void NoteUnfinishedFile(const std::string& path);
void ForgetUnfinishedFile(const std::string& path);
void RemoveUnfinishedFiles();

/// From now on SIGINT, SIGTERM and SIGHUP remove them before they end the process as they would
/// anyway; one that is ignored (nohup) stays so. For a command of whose output a part is of no use.
/// REQUIRES: no other thread yet.
void RemoveUnfinishedFilesOnSignal();

}  // namespace ioreel
