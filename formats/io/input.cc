#include "formats/io/input.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "base/temporary_file.h"

namespace ioreel {
namespace {

constexpr size_t kSpoolBytes = 64 << 10;

/// As ReadBytesFn.
absl::StatusOr<size_t> ReadSome(int fd, absl::string_view name, char* out, size_t size) {
  for (;;) {
    const ssize_t n = read(fd, out, size);
    if (n >= 0) return static_cast<size_t>(n);
    if (errno != EINTR) return ErrnoError(errno, "cannot read", name);
  }
}

class FileInput : public Input {
 public:
  FileInput(std::string name, std::string path, ScopedFd keep)
      : name_(std::move(name)), path_(std::move(path)), keep_(std::move(keep)) {}

  const std::string& name() const override { return name_; }
  std::string path() const override { return path_; }

  absl::StatusOr<std::unique_ptr<std::istream>> Open() const override {
    IOREEL_ASSIGN_OR_RETURN(ScopedFd opened, OpenFd(path_, O_RDONLY));
    auto fd = std::make_shared<const ScopedFd>(std::move(opened));
    return MakeDecodedStream([fd, name = name_](char* out, size_t size) {
      return ReadSome(fd->get(), name, out, size);
    });
  }

 private:
  std::string name_;
  std::string path_;
  ScopedFd keep_;  ///< of a spooled input, whose path lives as long as this
};

class MemoryInput : public Input {
 public:
  MemoryInput(std::string name, std::string bytes)
      : name_(std::move(name)), bytes_(std::make_shared<const std::string>(std::move(bytes))) {}

  const std::string& name() const override { return name_; }
  std::string path() const override { return ""; }
  absl::StatusOr<std::unique_ptr<std::istream>> Open() const override {
    return MakeDecodedStream([bytes = bytes_, at = size_t{0}](char* out, size_t size) mutable {
      const size_t n = bytes->copy(out, size, at);
      at += n;
      return n;
    });
  }

 private:
  std::string name_;
  std::shared_ptr<const std::string> bytes_;
};

/// A pipe can be read once only: its bytes go to an unnamed file, which can be read again.
absl::StatusOr<std::unique_ptr<Input>> Spool(int pipe, const std::string& name) {
  IOREEL_ASSIGN_OR_RETURN(ScopedFd spool, OpenTemporaryFile());
  std::string buffer(kSpoolBytes, '\0');
  uint64_t size = 0;
  for (;;) {
    IOREEL_ASSIGN_OR_RETURN(const size_t n, ReadSome(pipe, name, buffer.data(), buffer.size()));
    if (n == 0) break;
    const absl::string_view bytes(buffer.data(), n);
    IOREEL_RETURN_IF_ERROR(Annotate(WriteTemporary(spool.get(), bytes, size), name));
    size += n;
  }
  if (size == 0) return absl::InvalidArgumentError(absl::StrCat(name, ": empty, not a trace"));
  const std::string path = absl::StrFormat("/proc/self/fd/%d", spool.get());
  return std::make_unique<FileInput>(name, path, std::move(spool));
}

}  // namespace

absl::StatusOr<std::string> Input::Head() const {
  IOREEL_ASSIGN_OR_RETURN(const std::unique_ptr<std::istream> stream, Open());
  std::string head;
  for (size_t size = kHeadBytes; size <= kLongestHead; size *= 2) {
    const size_t had = head.size();
    head.resize(size);
    stream->read(head.data() + had, static_cast<std::streamsize>(size - had));
    head.resize(had + static_cast<size_t>(stream->gcount()));
    if (!stream->good() || head.find('\n', had) != std::string::npos) break;
  }
  const size_t line = head.find('\n');
  if (line != std::string::npos) head.resize(std::min(head.size(), std::max(kHeadBytes, line + 1)));
  // Damage behind a readable head is met, and reported, when the rest is read.
  if (head.empty()) IOREEL_RETURN_IF_ERROR(StreamStatus(*stream, name()));
  return head;
}

absl::StatusOr<std::unique_ptr<Input>> OpenFileInput(const std::string& path) {
  if (path == "-") return Spool(STDIN_FILENO, "standard input");
  struct stat facts;
  if (stat(path.c_str(), &facts) != 0) return ErrnoError(errno, "cannot open", path);
  if (S_ISDIR(facts.st_mode))
    return absl::FailedPreconditionError(absl::StrCat(path, ": a directory, not a trace file"));
  if (!S_ISREG(facts.st_mode) && !S_ISFIFO(facts.st_mode))
    return absl::FailedPreconditionError(
        absl::StrCat(path, ": a device or socket, not a trace file"));
  IOREEL_ASSIGN_OR_RETURN(const ScopedFd fd, OpenFd(path, O_RDONLY));
  if (S_ISFIFO(facts.st_mode)) return Spool(fd.get(), path);
  if (facts.st_size == 0)
    return absl::InvalidArgumentError(absl::StrCat(path, ": an empty file, not a trace"));
  return std::make_unique<FileInput>(path, path, ScopedFd());
}

std::unique_ptr<Input> MakeMemoryInput(std::string name, std::string bytes) {
  return std::make_unique<MemoryInput>(std::move(name), std::move(bytes));
}

}  // namespace ioreel
