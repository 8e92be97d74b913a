#include "formats/io/text_output.h"

#include <utility>

#include "base/status_macros.h"

namespace ioreel {

absl::StatusOr<TextOutput> TextOutput::Create(const std::string& path) {
  IOREEL_ASSIGN_OR_RETURN(AtomicFile file, AtomicFile::Create(path));
  return TextOutput(std::move(file));
}

absl::Status TextOutput::Flush() {
  IOREEL_RETURN_IF_ERROR(file_.Append(buffer_));
  buffer_.clear();
  return absl::OkStatus();
}

absl::Status TextOutput::Finish() {
  IOREEL_RETURN_IF_ERROR(Flush());
  return file_.Commit();
}

}  // namespace ioreel
