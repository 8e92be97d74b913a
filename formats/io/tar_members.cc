#include "formats/io/tar_members.h"

#include <algorithm>
#include <boost/iostreams/categories.hpp>
#include <boost/iostreams/stream.hpp>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/status_macros.h"

namespace ioreel {
namespace {

namespace io = boost::iostreams;

constexpr size_t kBlock = 512;
constexpr size_t kMagicAt = 257, kNameBytes = 100, kSizeAt = 124, kSizeBytes = 12, kTypeAt = 156,
                 kPrefixAt = 345, kPrefixBytes = 155;
constexpr uint64_t kLongestName = 1 << 16;

/// A run of bytes of a file that several inputs share.
struct Range {
  std::shared_ptr<const ScopedFd> file;
  uint64_t begin = 0, end = 0;
};

class RangeSource {
 public:
  using char_type = char;
  using category = io::source_tag;
  explicit RangeSource(Range range) : range_(std::move(range)) {}

  std::streamsize read(char* out, std::streamsize size) {
    const uint64_t n = std::min(static_cast<uint64_t>(size), range_.end - range_.begin);
    if (n == 0) return -1;
    if (!PreadAll(range_.file->get(), out, n, range_.begin).ok())
      throw std::ios_base::failure("the temporary file cannot be read");
    range_.begin += n;
    return static_cast<std::streamsize>(n);
  }

 private:
  Range range_;
};

class RangeInput : public Input {
 public:
  RangeInput(std::string name, Range range) : name_(std::move(name)), range_(std::move(range)) {}

  const std::string& name() const override { return name_; }
  std::string path() const override { return ""; }
  absl::StatusOr<std::string> Head() const override {
    std::string head(std::min<uint64_t>(4096, range_.end - range_.begin), '\0');
    IOREEL_RETURN_IF_ERROR(PreadAll(range_.file->get(), head.data(), head.size(), range_.begin));
    return head;
  }
  absl::StatusOr<std::unique_ptr<std::istream>> Open() const override {
    return std::make_unique<io::stream<RangeSource>>(RangeSource(range_));
  }

 private:
  std::string name_;
  Range range_;
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

  absl::StatusOr<std::vector<std::unique_ptr<Input>>> Read(
      absl::FunctionRef<bool(absl::string_view)> wanted) {
    for (;;) {
      IOREEL_ASSIGN_OR_RETURN(const bool more, ReadHeader());
      if (!more) return std::move(members_);
      if (type_ == 'L') {  // GNU: the name of what follows
        IOREEL_ASSIGN_OR_RETURN(long_name_, ReadLongName());
        continue;
      }
      const bool file = (type_ == '0' || type_ == '\0') && size_ > 0;
      IOREEL_RETURN_IF_ERROR(file && wanted(path_) ? Spool() : Skip());
    }
  }

 private:
  absl::Status Cut() const {
    IOREEL_RETURN_IF_ERROR(StreamStatus(*stream_, name_));
    return absl::DataLossError(absl::StrCat(name_, ": the tar archive is cut or damaged"));
  }

  absl::Status ReadBytes(size_t size) {
    buffer_.resize(size);
    stream_->read(buffer_.data(), static_cast<std::streamsize>(size));
    return static_cast<size_t>(stream_->gcount()) == size ? absl::OkStatus() : Cut();
  }

  /// False at the end mark, a block of zeros.
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

  absl::Status Spool() {
    const uint64_t begin = spooled_;
    IOREEL_RETURN_IF_ERROR(Pass([this](absl::string_view piece) {
      const uint64_t at = std::exchange(spooled_, spooled_ + piece.size());
      return PwriteAll(spool_->get(), piece, at);
    }));
    members_.push_back(std::make_unique<RangeInput>(absl::StrCat(name_, ": ", path_),
                                                    Range{spool_, begin, spooled_}));
    return absl::OkStatus();
  }
  absl::Status Skip() {
    return Pass([](absl::string_view) { return absl::OkStatus(); });
  }

  /// Reads the contents of the member at hand and what pads them.
  absl::Status Pass(absl::FunctionRef<absl::Status(absl::string_view)> take) {
    constexpr uint64_t kPiece = 1 << 16;
    for (uint64_t left = size_; left > 0; left -= buffer_.size()) {
      IOREEL_RETURN_IF_ERROR(ReadBytes(std::min(left, kPiece)));
      IOREEL_RETURN_IF_ERROR(take(buffer_));
    }
    return ReadBytes(PaddingOf(size_));
  }

  std::string name_;
  std::unique_ptr<std::istream> stream_;
  std::shared_ptr<const ScopedFd> spool_;
  uint64_t spooled_ = 0;
  std::vector<std::unique_ptr<Input>> members_;
  std::string buffer_;            ///< the bytes read last
  std::string path_, long_name_;  ///< of the member at hand; of the next one
  uint64_t size_ = 0;             ///< of the member at hand
  char type_ = '0';
};

}  // namespace

bool IsTar(absl::string_view head) {
  return head.size() >= kBlock && head.substr(kMagicAt, 5) == "ustar";
}

absl::StatusOr<std::vector<std::unique_ptr<Input>>> SpoolTarMembers(
    const Input& archive, absl::FunctionRef<bool(absl::string_view)> wanted) {
  IOREEL_ASSIGN_OR_RETURN(std::unique_ptr<std::istream> stream, archive.Open());
  IOREEL_ASSIGN_OR_RETURN(ScopedFd spool, OpenTemporaryFile());
  return TarReader(archive, std::move(stream), std::move(spool)).Read(wanted);
}

}  // namespace ioreel
