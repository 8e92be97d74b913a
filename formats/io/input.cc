#include "formats/io/input.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <boost/iostreams/char_traits.hpp>
#include <boost/iostreams/device/array.hpp>
#include <boost/iostreams/device/file_descriptor.hpp>
#include <boost/iostreams/filter/bzip2.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filter/lzma.hpp>
#include <boost/iostreams/filtering_streambuf.hpp>
#include <boost/iostreams/read.hpp>
#include <boost/iostreams/stream.hpp>
#include <cerrno>
#include <stdexcept>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "formats/io/zstd_stream.h"

namespace ioreel {
namespace {

namespace io = boost::iostreams;

constexpr size_t kHeadBytes = 4096;
constexpr std::streamsize kBufferBytes = 64 << 10;
constexpr std::streamsize kPieceBytes = 4 << 10;

enum class Compression { kNone, kGzip, kZstd, kXz, kBzip2 };

Compression TellCompression(absl::string_view stored) {
  if (absl::StartsWith(stored, "\x1f\x8b")) return Compression::kGzip;
  if (absl::StartsWith(stored, "\x28\xb5\x2f\xfd")) return Compression::kZstd;
  if (absl::StartsWith(stored, absl::string_view("\xfd"
                                                 "7zXZ\0",
                                                 6)))
    return Compression::kXz;
  const bool bzip2 =
      stored.size() > 3 && absl::StartsWith(stored, "BZh") && stored[3] >= '1' && stored[3] <= '9';
  return bzip2 ? Compression::kBzip2 : Compression::kNone;
}

/// ZstdStreamDecoder as a filter of Boost.Iostreams.
class ZstdFilter : public io::multichar_input_filter {
 public:
  template <typename Source>
  std::streamsize read(Source& source, char* out, std::streamsize size) {
    for (;;) {
      const ZstdStreamDecoder::Step step =
          state_->decoder.Decode(state_->unread, out, static_cast<size_t>(size));
      if (step.error != nullptr) throw std::runtime_error(step.error);
      state_->unread.remove_prefix(step.consumed);
      if (step.produced > 0) return static_cast<std::streamsize>(step.produced);
      if (!state_->unread.empty()) continue;
      const std::streamsize n = io::read(source, state_->buffer.data(), kBufferBytes);
      if (n <= 0) break;
      state_->unread = absl::string_view(state_->buffer.data(), static_cast<size_t>(n));
    }
    if (!state_->decoder.at_frame_end()) throw std::runtime_error("the last frame is cut");
    return -1;
  }

 private:
  struct State {
    ZstdStreamDecoder decoder;
    std::vector<char> buffer = std::vector<char>(kBufferBytes);
    absl::string_view unread;  ///< in `buffer`
  };
  std::shared_ptr<State> state_ = std::make_shared<State>();  // Boost copies filters
};

/// The decompressing chain, with a memory of what went wrong and where.
struct Chain {
  std::shared_ptr<const std::string> bytes;  ///< of a MemoryInput, which may be gone before
  io::filtering_streambuf<io::input> buffer;
  std::string error;
  uint64_t offset = 0;
};

/// Reads from a Chain that it shares with the stream around it.
class ChainSource {
 public:
  using char_type = char;
  using category = io::source_tag;
  explicit ChainSource(std::shared_ptr<Chain> chain) : chain_(std::move(chain)) {}

  /// Gives what stands before the damage, too, and throws on the next call.
  std::streamsize read(char* out, std::streamsize size) {
    if (!chain_->error.empty()) throw std::runtime_error(chain_->error);
    std::streamsize given = 0;
    try {
      while (given < size) {
        const std::streamsize piece = std::min(kPieceBytes, size - given);
        const std::streamsize n = io::read(chain_->buffer, out + given, piece);
        if (n <= 0) break;
        given += n;
        chain_->offset += static_cast<uint64_t>(n);
      }
    } catch (const std::exception& error) {
      chain_->error = error.what();
      if (given == 0) throw;
    }
    return given > 0 ? given : -1;
  }

 private:
  std::shared_ptr<Chain> chain_;
};

/// What Input::Open gives; StreamStatus knows it.
class ChainStream : public io::stream<ChainSource> {
 public:
  explicit ChainStream(std::shared_ptr<Chain> chain)
      : io::stream<ChainSource>(ChainSource(chain), kBufferBytes), chain_(std::move(chain)) {}
  const Chain& chain() const { return *chain_; }

 private:
  std::shared_ptr<Chain> chain_;
};

void PushDecompressor(Compression compression, Chain* chain) {
  switch (compression) {
    case Compression::kNone:
      break;
    case Compression::kGzip:
      chain->buffer.push(io::gzip_decompressor(), kBufferBytes);
      break;
    case Compression::kZstd:
      chain->buffer.push(ZstdFilter(), kBufferBytes);
      break;
    case Compression::kXz:
      chain->buffer.push(io::lzma_decompressor(), kBufferBytes);
      break;
    case Compression::kBzip2:
      chain->buffer.push(io::bzip2_decompressor(), kBufferBytes);
      break;
  }
}

template <typename Source>
std::unique_ptr<std::istream> MakeStream(Compression compression, const Source& source,
                                         std::shared_ptr<const std::string> bytes = nullptr) {
  auto chain = std::make_shared<Chain>();
  chain->bytes = std::move(bytes);
  PushDecompressor(compression, chain.get());
  chain->buffer.push(source, kBufferBytes);
  return std::make_unique<ChainStream>(std::move(chain));
}

absl::StatusOr<std::string> ReadHead(const Input& input) {
  IOREEL_ASSIGN_OR_RETURN(const std::unique_ptr<std::istream> stream, input.Open());
  std::string head(kHeadBytes, '\0');
  stream->read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<size_t>(stream->gcount()));
  // Damage behind a readable head is met, and reported, when the rest is read.
  if (head.empty()) IOREEL_RETURN_IF_ERROR(StreamStatus(*stream, input.name()));
  return head;
}

class FileInput : public Input {
 public:
  FileInput(std::string name, std::string path, ScopedFd keep)
      : name_(std::move(name)), path_(std::move(path)), keep_(std::move(keep)) {}

  const std::string& name() const override { return name_; }
  std::string path() const override { return path_; }
  absl::StatusOr<std::string> Head() const override { return ReadHead(*this); }

  absl::StatusOr<std::unique_ptr<std::istream>> Open() const override {
    const int fd = open(path_.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) return ErrnoError(errno, "cannot open", name_);
    const io::file_descriptor_source source(fd, io::close_handle);
    char magic[8];
    const ssize_t n = pread(fd, magic, sizeof(magic), 0);
    if (n < 0) return ErrnoError(errno, "cannot read", name_);
    return MakeStream(TellCompression(absl::string_view(magic, static_cast<size_t>(n))), source);
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
  absl::StatusOr<std::string> Head() const override { return ReadHead(*this); }
  absl::StatusOr<std::unique_ptr<std::istream>> Open() const override {
    return MakeStream(TellCompression(*bytes_), io::array_source(bytes_->data(), bytes_->size()),
                      bytes_);
  }

 private:
  std::string name_;
  std::shared_ptr<const std::string> bytes_;
};

/// A pipe can be read once only: its bytes go to an unnamed file, which can be read again.
absl::StatusOr<std::unique_ptr<Input>> Spool(int pipe, const std::string& name) {
  IOREEL_ASSIGN_OR_RETURN(ScopedFd spool, OpenTemporaryFile());
  std::string buffer(kBufferBytes, '\0');
  uint64_t size = 0;
  for (;;) {
    const ssize_t n = read(pipe, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return ErrnoError(errno, "cannot read", name);
    if (n == 0) break;
    IOREEL_RETURN_IF_ERROR(
        PwriteAll(spool.get(), absl::string_view(buffer.data(), static_cast<size_t>(n)), size));
    size += static_cast<uint64_t>(n);
  }
  if (size == 0) return absl::InvalidArgumentError(absl::StrCat(name, ": empty, not a trace"));
  const std::string path = absl::StrFormat("/proc/self/fd/%d", spool.get());
  return std::make_unique<FileInput>(name, path, std::move(spool));
}

}  // namespace

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

absl::Status StreamStatus(const std::istream& stream, absl::string_view name) {
  if (!stream.bad()) return absl::OkStatus();
  const auto* chain_stream = dynamic_cast<const ChainStream*>(&stream);
  if (chain_stream == nullptr) return absl::DataLossError(absl::StrCat(name, ": cannot be read"));
  const Chain& chain = chain_stream->chain();
  return absl::DataLossError(absl::StrFormat(
      "%s: cut or damaged: only the first %d bytes of its contents can be read (%s)", name,
      chain.offset, chain.error));
}

}  // namespace ioreel
