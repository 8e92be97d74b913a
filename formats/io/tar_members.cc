#include "formats/io/tar_members.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "base/temporary_file.h"

namespace ioreel {
namespace {

constexpr size_t kBlock = 512;
constexpr size_t kMagicAt = 257, kNameBytes = 100, kSizeAt = 124, kSizeBytes = 12, kTypeAt = 156,
                 kPrefixAt = 345, kPrefixBytes = 155;
constexpr uint64_t kLongestName = 1 << 16;

/// A run of bytes of a file that several inputs share.
class RangeInput : public Input {
 public:
  RangeInput(std::string name, std::shared_ptr<const ScopedFd> file, uint64_t begin, uint64_t end)
      : name_(std::move(name)), file_(std::move(file)), begin_(begin), end_(end) {}

  const std::string& name() const override { return name_; }
  std::string path() const override { return ""; }
  absl::StatusOr<std::unique_ptr<std::istream>> Open() const override {
    return MakeDecodedStream([file = file_, at = begin_, end = end_](
                                 char* out, size_t size) mutable -> absl::StatusOr<size_t> {
      const size_t n = std::min<uint64_t>(size, end - at);
      IOREEL_RETURN_IF_ERROR(PreadAll(file->get(), out, n, at));
      at += n;
      return n;
    });
  }

 private:
  std::string name_;
  std::shared_ptr<const ScopedFd> file_;
  uint64_t begin_, end_;
};

absl::string_view Text(absl::string_view header, size_t at, size_t bytes) {
  const absl::string_view field = header.substr(at, bytes);
  return field.substr(0, field.find('\0'));
}

/// Octal digits, or, with the first bit set, a big-endian number.
std::optional<uint64_t> SizeOf(absl::string_view header) {
  const absl::string_view field = header.substr(kSizeAt, kSizeBytes);
  uint64_t size = 0;
  if (static_cast<unsigned char>(field[0]) == 0x80) {
    for (char c : field.substr(kSizeBytes - 8)) size = size << 8 | static_cast<unsigned char>(c);
    return size;
  }
  for (char c : field) {
    if (c == '\0' || c == ' ') continue;
    if (c < '0' || c > '7') return std::nullopt;
    size = size << 3 | static_cast<uint64_t>(c - '0');
  }
  return size;
}

class TarReader {
 public:
  TarReader(const Input& archive, std::unique_ptr<std::istream> stream, ScopedFd spool)
      : name_(archive.name()),
        stream_(std::move(stream)),
        spool_(std::make_shared<const ScopedFd>(std::move(spool))) {}

  absl::StatusOr<TarMembers> Read(absl::FunctionRef<bool(absl::string_view)> wanted) {
    TarMembers members;
    const absl::Status ended = ReadMembers(wanted, &members.inputs);
    if (!ended.ok() && !absl::IsDataLoss(ended)) return ended;
    members.damage = ended;
    return members;
  }

 private:
  absl::Status ReadMembers(absl::FunctionRef<bool(absl::string_view)> wanted,
                           std::vector<std::unique_ptr<Input>>* members) {
    for (;;) {
      IOREEL_ASSIGN_OR_RETURN(const bool more, ReadHeader());
      if (!more) return ReadOut();
      if (type_ == 'L') {  // GNU: the name of what follows
        IOREEL_ASSIGN_OR_RETURN(long_name_, ReadLongName());
        continue;
      }
      const bool file = (type_ == '0' || type_ == '\0') && size_ > 0;
      IOREEL_RETURN_IF_ERROR(file && wanted(path_) ? Spool(members) : Skip());
    }
  }

  absl::Status Cut() const {
    IOREEL_RETURN_IF_ERROR(StreamStatus(*stream_, name_));
    return absl::DataLossError(absl::StrCat(name_, ": the tar archive is cut or damaged"));
  }

  /// Behind the end mark: what compressed the archive tells only at its end that it was whole.
  absl::Status ReadOut() {
    stream_->ignore(std::numeric_limits<std::streamsize>::max());
    return StreamStatus(*stream_, name_);
  }

  absl::Status ReadBytes(size_t size) {
    buffer_.resize(size);
    stream_->read(buffer_.data(), static_cast<std::streamsize>(size));
    buffer_.resize(static_cast<size_t>(stream_->gcount()));
    return buffer_.size() == size ? absl::OkStatus() : Cut();
  }

  /// False at the end mark, a block of zeros; the member's path, size and type otherwise.
  absl::StatusOr<bool> ReadHeader() {
    IOREEL_RETURN_IF_ERROR(ReadBytes(kBlock));
    if (buffer_[0] == '\0') return false;
    const auto size = SizeOf(buffer_);
    if (!IsTar(buffer_) || !size) return Cut();
    size_ = *size;
    type_ = buffer_[kTypeAt];
    const absl::string_view prefix = Text(buffer_, kPrefixAt, kPrefixBytes);
    path_ = std::string(Text(buffer_, 0, kNameBytes));
    if (!prefix.empty() && buffer_[kMagicAt + 5] == '\0') path_ = absl::StrCat(prefix, "/", path_);
    if (!long_name_.empty()) path_ = std::exchange(long_name_, "");
    return true;
  }

  absl::StatusOr<std::string> ReadLongName() {
    if (size_ > kLongestName) return Cut();
    IOREEL_RETURN_IF_ERROR(ReadBytes(size_));
    std::string name(buffer_.c_str());
    IOREEL_RETURN_IF_ERROR(ReadBytes(PaddingOf(size_)));
    return name;
  }

  static size_t PaddingOf(uint64_t size) { return (kBlock - size % kBlock) % kBlock; }

  /// What there is of a member that is cut is a member, too.
  absl::Status Spool(std::vector<std::unique_ptr<Input>>* members) {
    const uint64_t begin = spooled_;
    const absl::Status status = Pass([this](absl::string_view piece) {
      const uint64_t at = std::exchange(spooled_, spooled_ + piece.size());
      return WriteTemporary(spool_->get(), piece, at);
    });
    if (spooled_ > begin)
      members->push_back(
          std::make_unique<RangeInput>(absl::StrCat(name_, ": ", path_), spool_, begin, spooled_));
    return status;
  }
  absl::Status Skip() {
    return Pass([](absl::string_view) { return absl::OkStatus(); });
  }

  /// Reads the contents of the member at hand, as far as they go, and what pads them.
  absl::Status Pass(absl::FunctionRef<absl::Status(absl::string_view)> take) {
    constexpr uint64_t kPiece = 1 << 16;
    for (uint64_t left = size_; left > 0; left -= buffer_.size()) {
      const absl::Status whole = ReadBytes(std::min(left, kPiece));
      IOREEL_RETURN_IF_ERROR(take(buffer_));
      IOREEL_RETURN_IF_ERROR(whole);
    }
    return ReadBytes(PaddingOf(size_));
  }

  std::string name_;
  std::unique_ptr<std::istream> stream_;
  std::shared_ptr<const ScopedFd> spool_;
  uint64_t spooled_ = 0;
  std::string buffer_;            ///< the bytes read last
  std::string path_, long_name_;  ///< of the member at hand; of the next one
  uint64_t size_ = 0;             ///< of the member at hand
  char type_ = '0';
};

}  // namespace

bool IsTar(absl::string_view head) {
  return head.size() >= kBlock && head.substr(kMagicAt, 5) == "ustar";
}

absl::StatusOr<TarMembers> SpoolTarMembers(const Input& archive,
                                           absl::FunctionRef<bool(absl::string_view)> wanted) {
  IOREEL_ASSIGN_OR_RETURN(std::unique_ptr<std::istream> stream, archive.Open());
  IOREEL_ASSIGN_OR_RETURN(ScopedFd spool, OpenTemporaryFile());
  return TarReader(archive, std::move(stream), std::move(spool)).Read(wanted);
}

}  // namespace ioreel
