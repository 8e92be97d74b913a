#include "formats/etl/buffer_stream.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/bytes.h"
#include "base/status_macros.h"
#include "formats/etl/unpack.h"

namespace ioreel {
namespace {

constexpr size_t kPieceBytes = 64 << 10;

bool IsZero(absl::string_view bytes) {
  return bytes.find_first_not_of('\0') == absl::string_view::npos;
}

/// Do these start like records?
bool StartsWithRecord(absl::string_view records) {
  if (records.size() < 4) return records.empty();
  const auto marker = LoadInt<uint32_t>(records.data());
  return (marker & 0x80000000u) != 0 || marker == 0;
}

}  // namespace

absl::StatusOr<EtlBufferStream> EtlBufferStream::Open(const Input& input,
                                                      const ReadOptions& options, ImportLog* log) {
  IOREEL_ASSIGN_OR_RETURN(std::unique_ptr<std::istream> stream, input.Open());
  return EtlBufferStream(input.name(), std::move(stream), options, log);
}

EtlBufferStream::EtlBufferStream(std::string name, std::unique_ptr<std::istream> stream,
                                 const ReadOptions& options, ImportLog* log)
    : name_(std::move(name)), stream_(std::move(stream)), tolerant_(options.tolerant), log_(log) {}

std::string EtlBufferStream::Place(uint64_t byte) const {
  return absl::StrCat(name_, ": byte ", byte);
}

absl::StatusOr<bool> EtlBufferStream::Next(EtlBuffer* buffer) {
  while (!at_end_) {
    const uint64_t start = position_;
    EtlBufferHeader header;
    IOREEL_ASSIGN_OR_RETURN(const bool more, ReadHeader(&header));
    if (!more) return false;
    if (!header.IsPlausible()) {
      IOREEL_RETURN_IF_ERROR(SkipImpossible(header));
      continue;
    }
    const size_t size = header.stored_bytes - kEtlBufferHeaderBytes;
    stored_.resize(std::max(stored_.size(), size));
    const size_t got = Read(stored_.data(), size);
    ++buffers_;
    *buffer = {header, start, absl::string_view(stored_.data(), got)};
    if (got < size) return Cut(size - got, buffer);
    if (!header.compressed()) {
      usual_bytes_ = header.stored_bytes;
      buffer->records = buffer->records.substr(0, header.used_bytes - kEtlBufferHeaderBytes);
      return true;
    }
    if (const auto records = Unpack(header, buffer->records)) {
      buffer->records = *records;
      return true;
    }
    IOREEL_RETURN_IF_ERROR(
        Damage(Broken(start,
                      "a compressed buffer that neither XPRESS nor LZNT1 unpacks to its "
                      "length (on Windows, relogging the file writes it uncompressed)")));
  }
  return false;
}

size_t EtlBufferStream::Read(char* out, size_t size) {
  stream_->read(out, static_cast<std::streamsize>(size));
  const auto got = static_cast<size_t>(stream_->gcount());
  position_ += got;
  return got;
}

/// False when no buffer follows.
absl::StatusOr<bool> EtlBufferStream::ReadHeader(EtlBufferHeader* header) {
  char bytes[kEtlBufferHeaderBytes];
  const uint64_t start = position_;
  const size_t got = Read(bytes, sizeof(bytes));
  const bool whole = got == sizeof(bytes);
  if (whole) *header = DecodeEtlBufferHeader(bytes);
  if (whole && header->stored_bytes != 0) return true;
  at_end_ = true;
  const absl::string_view rest(bytes, got);
  if (whole || IsZero(rest)) {
    IOREEL_RETURN_IF_ERROR(ReadTail(rest));
    return false;
  }
  absl::Status broken = StreamStatus(*stream_, name_);
  if (broken.ok()) broken = Broken(start, "the file is cut inside a buffer's header");
  IOREEL_RETURN_IF_ERROR(Damage(broken));
  return false;
}

/// Sees to it that nothing but zeros follows.
absl::Status EtlBufferStream::ReadTail(absl::string_view zeros) {
  std::vector<char> piece(zeros.begin(), zeros.end());
  for (size_t got = piece.size(); got > 0; got = Read(piece.data(), piece.size())) {
    const absl::string_view bytes(piece.data(), got);
    const size_t odd = bytes.find_first_not_of('\0');
    const uint64_t byte = position_ - got + odd;
    if (odd != absl::string_view::npos) return Damage(Broken(byte, "data behind the last buffer"));
    piece.resize(kPieceBytes);
  }
  const absl::Status broken = StreamStatus(*stream_, name_);
  return broken.ok() ? broken : Damage(broken);
}

/// Goes on where the next buffer would start, if those before were all of one size.
absl::Status EtlBufferStream::SkipImpossible(const EtlBufferHeader& header) {
  const uint64_t start = position_ - kEtlBufferHeaderBytes;
  if (start == 0)
    return absl::InvalidArgumentError(
        absl::StrCat(name_, ": not an event trace of Windows: it does not start with a buffer"));
  IOREEL_RETURN_IF_ERROR(
      Damage(Broken(start, absl::StrCat("not a buffer's header: it says ", header.stored_bytes,
                                        " bytes, of which ", header.used_bytes, " are used"))));
  at_end_ = usual_bytes_ == 0;
  if (at_end_) return absl::OkStatus();
  stored_.resize(std::max<size_t>(stored_.size(), usual_bytes_));
  Read(stored_.data(), usual_bytes_ - kEtlBufferHeaderBytes);
  return absl::OkStatus();
}

/// The file ended inside a buffer.
absl::StatusOr<bool> EtlBufferStream::Cut(uint64_t missing, EtlBuffer* buffer) {
  at_end_ = true;
  absl::Status broken = StreamStatus(*stream_, name_);
  if (broken.ok())
    broken = Broken(buffer->byte_offset,
                    absl::StrCat("the file is cut inside this buffer: ", missing, " of its ",
                                 buffer->header.stored_bytes, " bytes are missing"));
  IOREEL_RETURN_IF_ERROR(Damage(broken));
  const size_t used = buffer->header.used_bytes - kEtlBufferHeaderBytes;
  buffer->records = buffer->records.substr(0, used);
  return !buffer->header.compressed();
}

/// What `stored` unpacks to, in unpacked_.
std::optional<absl::string_view> EtlBufferStream::Unpack(const EtlBufferHeader& header,
                                                         absl::string_view stored) {
  const size_t size = header.used_bytes - kEtlBufferHeaderBytes;
  for (const auto unpack : {UnpackXpress, UnpackLznt1}) {
    if (unpack(stored, size, &unpacked_) != size) continue;
    const absl::string_view records(unpacked_.data(), size);
    if (StartsWithRecord(records)) return records;
  }
  return std::nullopt;
}

absl::Status EtlBufferStream::Broken(uint64_t byte, absl::string_view what) const {
  return absl::DataLossError(absl::StrCat(Place(byte), ": ", what));
}

absl::Status EtlBufferStream::Damage(const absl::Status& what) {
  if (!tolerant_)
    return absl::Status(what.code(),
                        absl::StrCat(what.message(), "; --tolerant reads what can be read"));
  log_->Add("damaged_buffer", ImportLog::Severity::kDataLoss, "",
            absl::StrCat("what cannot be read is left out; the first: ", what.message()));
  return absl::OkStatus();
}

}  // namespace ioreel
