#include "formats/sort/spill_file.h"

#include <utility>

#include "base/status_macros.h"
#include "base/temporary_file.h"

namespace ioreel {

absl::StatusOr<SpillFile> SpillFile::Create() {
  IOREEL_ASSIGN_OR_RETURN(ScopedFd file, OpenTemporaryFile());
  return SpillFile(std::move(file));
}

absl::Status SpillFile::Append(absl::string_view run) {
  IOREEL_RETURN_IF_ERROR(WriteTemporary(file_.get(), run, size_));
  runs_.push_back({size_, size_ + run.size()});
  size_ += run.size();
  return absl::OkStatus();
}

absl::Status SpillFile::Read(size_t run, char* out, size_t size) {
  IOREEL_RETURN_IF_ERROR(PreadAll(file_.get(), out, size, runs_[run].begin));
  runs_[run].begin += size;
  return absl::OkStatus();
}

}  // namespace ioreel
