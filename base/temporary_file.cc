#include "base/temporary_file.h"

#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/status_macros.h"

namespace ioreel {

std::string TemporaryFolder() {
  const char* set = std::getenv("TMPDIR");
  return set != nullptr && *set != '\0' ? set : "/tmp";
}

absl::Status WriteTemporary(int fd, absl::string_view bytes, uint64_t offset) {
  const absl::Status status = PwriteAll(fd, bytes, offset);
  if (status.ok()) return status;
  return WithAnotherFolder(
      Annotate(status, absl::StrCat("the temporary file in ", TemporaryFolder())));
}

absl::Status WithAnotherFolder(const absl::Status& status) {
  return absl::Status(status.code(),
                      absl::StrCat(status.message(), "; set TMPDIR to a folder with room for it"));
}

}  // namespace ioreel
