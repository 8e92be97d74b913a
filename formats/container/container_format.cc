#include <fcntl.h>

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "formats/container/container_reader.h"
#include "formats/container/container_writer.h"
#include "formats/container/layout.h"
#include "formats/formats.h"

namespace ioreel {
namespace {

/// The bytes of `input`, decompressed, in an unnamed temporary file.
absl::StatusOr<ScopedFd> Spool(const Input& input) {
  IOREEL_ASSIGN_OR_RETURN(ScopedFd fd, OpenTemporaryFile());
  IOREEL_ASSIGN_OR_RETURN(const std::unique_ptr<std::istream> stream, input.Open());
  std::string buffer(256 << 10, '\0');
  for (uint64_t offset = 0; *stream;) {
    stream->read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    const absl::string_view got(buffer.data(), static_cast<size_t>(stream->gcount()));
    IOREEL_RETURN_IF_ERROR(Annotate(PwriteAll(fd.get(), got, offset), "temporary file"));
    offset += got.size();
  }
  IOREEL_RETURN_IF_ERROR(StreamStatus(*stream, input.name()));
  return fd;
}

/// The file itself where it is a container as it stands, else its decompressed bytes.
absl::StatusOr<ScopedFd> OpenPlain(const Input& input) {
  if (!input.path().empty()) {
    IOREEL_ASSIGN_OR_RETURN(ScopedFd fd, OpenFd(input.path(), O_RDONLY));
    IOREEL_ASSIGN_OR_RETURN(const std::string head, input.Head());
    std::string stored(std::min(head.size(), kFileHeaderBytes), '\0');
    if (PreadAll(fd.get(), stored.data(), stored.size(), 0).ok() &&
        absl::StartsWith(head, stored)) {
      return fd;
    }
  }
  return Spool(input);
}

class IoreelFormat : public Format {
 public:
  absl::string_view name() const override { return "ioreel"; }
  absl::string_view description() const override { return "ioreel trace container"; }
  absl::string_view carries() const override { return "everything"; }
  std::vector<absl::string_view> extensions() const override { return {".ioreel"}; }

  bool Sniff(absl::string_view head, absl::string_view name) const override {
    return absl::StartsWith(head, kFileMagic) || absl::EndsWith(name, ".ioreel") ||
           absl::EndsWith(name, ".ioreel.partial");
  }

  absl::StatusOr<std::unique_ptr<TraceReader>> OpenReader(
      std::vector<std::unique_ptr<Input>> inputs, const ReadOptions& options,
      ImportLog*) const override {
    if (inputs.size() != 1) {
      return absl::InvalidArgumentError("an ioreel trace is one file; name one");
    }
    IOREEL_ASSIGN_OR_RETURN(ScopedFd fd, OpenPlain(*inputs[0]));
    return OpenContainer(std::move(fd), inputs[0]->name(),
                         options.unfinished ? Unfinished::kRead : Unfinished::kRefuse);
  }

  bool CanWrite() const override { return true; }
  absl::StatusOr<std::unique_ptr<TraceWriter>> OpenWriter(const std::string& path,
                                                          const WriteOptions&) const override {
    return ContainerWriter::Create(path);
  }
};

}  // namespace

const Format* ContainerFormat() {
  static const IoreelFormat format;
  return &format;
}

}  // namespace ioreel
