#include "formats/container/plain_file.h"

#include <fcntl.h>

#include <algorithm>
#include <istream>
#include <memory>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "base/status_macros.h"
#include "base/temporary_file.h"
#include "formats/container/layout.h"

namespace ioreel {
namespace {

absl::StatusOr<PlainFile> Spool(const Input& input) {
  IOREEL_ASSIGN_OR_RETURN(ScopedFd fd, OpenTemporaryFile());
  IOREEL_ASSIGN_OR_RETURN(const std::unique_ptr<std::istream> stream, input.Open());
  std::string buffer(256 << 10, '\0');
  for (uint64_t offset = 0; *stream;) {
    stream->read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    const absl::string_view got(buffer.data(), static_cast<size_t>(stream->gcount()));
    IOREEL_RETURN_IF_ERROR(Annotate(WriteTemporary(fd.get(), got, offset), input.name()));
    offset += got.size();
  }
  return PlainFile{std::move(fd), StreamStatus(*stream, input.name())};
}

}  // namespace

absl::StatusOr<PlainFile> OpenPlainFile(const Input& input) {
  if (!input.path().empty()) {
    IOREEL_ASSIGN_OR_RETURN(ScopedFd fd, OpenFd(input.path(), O_RDONLY));
    IOREEL_ASSIGN_OR_RETURN(const std::string head, input.Head());
    std::string stored(std::min(head.size(), kFileHeaderBytes), '\0');
    if (PreadAll(fd.get(), stored.data(), stored.size(), 0).ok() &&
        absl::StartsWith(head, stored)) {
      return PlainFile{std::move(fd), absl::OkStatus()};
    }
  }
  return Spool(input);
}

}  // namespace ioreel
