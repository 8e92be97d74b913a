#include "formats/container/container_file.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "formats/container/info_reader.h"
#include "formats/container/summary_codec.h"

namespace ioreel {
namespace {

absl::string_view KindName(FrameKind kind) {
  switch (kind) {
    case FrameKind::kInfo:
      return "info";
    case FrameKind::kBlock:
      return "rows";
    case FrameKind::kIndex:
      return "index";
  }
  return "unknown";
}

}  // namespace

absl::StatusOr<ContainerFile> ContainerFile::Open(ScopedFd fd, std::string name) {
  struct stat facts;
  if (fstat(fd.get(), &facts) != 0) return ErrnoError(errno, "cannot read", name);
  if (!S_ISREG(facts.st_mode)) {
    return absl::FailedPreconditionError(absl::StrCat(name, ": not a file"));
  }
  if (facts.st_size == 0) return absl::InvalidArgumentError(absl::StrCat(name, ": empty file"));
  return ContainerFile(std::move(fd), std::move(name), static_cast<uint64_t>(facts.st_size));
}

absl::Status ContainerFile::Damage(absl::string_view part, uint64_t offset,
                                   absl::string_view what) const {
  return absl::DataLossError(absl::StrCat(name_, ": ", part, " at byte ", offset, ": ", what));
}

absl::Status ContainerFile::Damage(const FramePlace& frame, absl::string_view what) const {
  const FrameHeader& header = frame.header;
  return Damage(absl::StrCat("block ", header.sequence, " (", KindName(header.kind), ")"),
                frame.offset, what);
}

absl::StatusOr<std::string> ContainerFile::ReadBytes(uint64_t offset, size_t n) const {
  std::string bytes(n, '\0');
  IOREEL_RETURN_IF_ERROR(Annotate(PreadAll(fd_.get(), bytes.data(), n, offset), name_));
  return bytes;
}

absl::StatusOr<FileHeader> ContainerFile::ReadHeader() const {
  if (size_ < kFileHeaderBytes) {
    return Damage("file header", 0, absl::StrCat("cut after ", size_, " bytes"));
  }
  IOREEL_ASSIGN_OR_RETURN(const std::string bytes, ReadBytes(0, kFileHeaderBytes));
  absl::StatusOr<FileHeader> header = ParseFileHeader(bytes);
  if (absl::IsUnimplemented(header.status())) return Annotate(header.status(), name_);
  if (bytes.compare(0, kFileMagic.size(), kFileMagic.data(), kFileMagic.size()) != 0) {
    return Damage("file header", 0,
                  "bad magic: not an ioreel trace, or its first bytes are damaged");
  }
  if (!header.ok()) return Damage("file header", 0, header.status().message());
  return header;
}

absl::StatusOr<FramePlace> ContainerFile::ReadFrameHeader(uint64_t offset) const {
  if (size_ - offset < kFrameHeaderBytes) {
    return absl::DataLossError(absl::StrCat("cut after ", size_ - offset, " bytes"));
  }
  IOREEL_ASSIGN_OR_RETURN(const std::string bytes, ReadBytes(offset, kFrameHeaderBytes));
  IOREEL_ASSIGN_OR_RETURN(const FrameHeader header, ParseFrameHeader(bytes));
  const FramePlace frame{offset, header};
  if (frame.end() > size_) {
    return absl::DataLossError(
        absl::StrCat("cut after ", size_ - offset, " of its ", frame.end() - offset, " bytes"));
  }
  return frame;
}

std::vector<FramePlace> ContainerFile::Walk(absl::Status* stop) const {
  std::vector<FramePlace> frames;
  uint64_t offset = kFileHeaderBytes;
  for (;;) {
    const uint32_t sequence = static_cast<uint32_t>(frames.size());
    absl::StatusOr<FramePlace> frame = ReadFrameHeader(offset);
    if (frame.ok() && frame->header.sequence != sequence) {
      frame = absl::DataLossError("stands out of its order");
    }
    if (!frame.ok()) {
      *stop = Damage(absl::StrCat("block ", sequence), offset, frame.status().message());
      return frames;
    }
    if (frame->header.kind == FrameKind::kIndex) {
      *stop = absl::OkStatus();
      return frames;
    }
    offset = frame->end();
    frames.push_back(*std::move(frame));
  }
}

uint64_t ContainerFile::FindFrame(uint64_t offset) const {
  constexpr size_t kWindow = 1 << 20;
  while (offset + kFrameHeaderBytes <= size_) {
    const size_t n = std::min<uint64_t>(kWindow, size_ - offset);
    const absl::StatusOr<std::string> window = ReadBytes(offset, n);
    if (!window.ok()) return size_;
    const size_t found = window->find(kFrameMagic.data(), 0, kFrameMagic.size());
    if (found == std::string::npos) {
      offset += n - kFrameMagic.size() + 1;
      continue;
    }
    offset += found;
    if (ReadFrameHeader(offset).ok()) return offset;
    ++offset;
  }
  return size_;
}

absl::StatusOr<std::vector<FramePlace>> ContainerFile::ReadIndex() {
  const uint64_t trailer_offset = size_ - std::min<uint64_t>(size_, kTrailerBytes);
  IOREEL_ASSIGN_OR_RETURN(const std::string bytes,
                          ReadBytes(trailer_offset, size_ - trailer_offset));
  absl::StatusOr<Trailer> trailer =
      bytes.size() == kTrailerBytes ? ParseTrailer(bytes) : absl::DataLossError("cut");
  if (trailer.ok() && (trailer->file_bytes != size_ || trailer->index_offset > trailer_offset)) {
    trailer = absl::DataLossError("of another file");
  }
  if (!trailer.ok()) return Damage("footer", trailer_offset, trailer.status().message());

  const absl::StatusOr<FramePlace> index = ReadFrameHeader(trailer->index_offset);
  if (!index.ok()) return Damage("index", trailer->index_offset, index.status().message());
  if (index->header.kind != FrameKind::kIndex || index->end() != trailer_offset) {
    return Damage(*index, "not followed by the footer");
  }
  IOREEL_RETURN_IF_ERROR(ReadPayload(*index));
  const absl::StatusOr<std::vector<FrameHeader>> headers =
      ParseIndex(absl::string_view(raw_.data(), index->header.raw_bytes));
  if (!headers.ok()) return Damage(*index, headers.status().message());

  std::vector<FramePlace> frames;
  uint64_t offset = kFileHeaderBytes;
  for (const FrameHeader& header : *headers) {
    if (header.sequence != frames.size()) return Damage(*index, "out of order");
    offset = frames.emplace_back(FramePlace{offset, header}).end();
  }
  if (offset != index->offset || index->header.sequence != frames.size()) {
    return Damage(*index, "does not fit the file");
  }
  return frames;
}

absl::Status ContainerFile::CheckPayload(const FramePlace& frame) {
  const FrameHeader& header = frame.header;
  stored_.resize(kFrameHeaderBytes + header.stored_bytes);
  IOREEL_RETURN_IF_ERROR(
      Annotate(PreadAll(fd_.get(), stored_.data(), stored_.size(), frame.offset), name_));
  const absl::string_view stored = stored_;
  if (stored.substr(0, kFrameHeaderBytes) != PackFrameHeader(header)) {
    return Damage(frame, "bad header");
  }
  const bool same = HashBytes(stored.substr(kFrameHeaderBytes)) == header.payload_hash;
  return same ? absl::OkStatus() : Damage(frame, "bad checksum");
}

absl::Status ContainerFile::ReadPayload(const FramePlace& frame) {
  IOREEL_RETURN_IF_ERROR(CheckPayload(frame));
  const absl::Status decompressed =
      decompressor_.Decompress(absl::string_view(stored_).substr(kFrameHeaderBytes),
                               frame.header.raw_bytes, kRawPadding, &raw_);
  return decompressed.ok() ? decompressed : Damage(frame, decompressed.message());
}

absl::Status ContainerFile::ReadInfo(const FramePlace& frame, TraceInfo* info) {
  IOREEL_RETURN_IF_ERROR(ReadPayload(frame));
  const absl::Status applied =
      ApplyInfo(absl::string_view(raw_.data(), frame.header.raw_bytes), info);
  return applied.ok() ? applied : Damage(frame, applied.message());
}

absl::StatusOr<std::optional<TraceSummary>> ContainerFile::ReadSummary(const FramePlace& frame) {
  IOREEL_RETURN_IF_ERROR(ReadPayload(frame));
  auto summary = ParseSummary(absl::string_view(raw_.data(), frame.header.raw_bytes));
  if (!summary.ok()) return Damage(frame, summary.status().message());
  return summary;
}

absl::Status ContainerFile::ReadBlock(const FramePlace& frame, BlockRows* block, Needed* needed) {
  IOREEL_RETURN_IF_ERROR(ReadPayload(frame));
  const absl::Status decoded = DecodeRows(absl::string_view(raw_.data(), frame.header.raw_bytes),
                                          frame.header.rows, block, needed);
  return decoded.ok() ? decoded : Damage(frame, decoded.message());
}

}  // namespace ioreel
