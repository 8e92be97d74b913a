#include "formats/container/layout.h"

#include <xxhash.h>

#include "absl/strings/str_cat.h"
#include "base/bytes.h"
#include "base/check.h"
#include "base/status_macros.h"

namespace ioreel {
namespace {

constexpr size_t kHashBytes = 8;

std::string Seal(std::string part, size_t size) {
  AppendInt(&part, HashBytes(part));
  CHECK(part.size() == size);
  return part;
}

/// A reader behind the magic of a part whose seal holds.
absl::StatusOr<ByteReader> Unseal(absl::string_view part, size_t size, absl::string_view magic) {
  CHECK(part.size() == size);
  if (part.substr(0, magic.size()) != magic) return absl::DataLossError("bad magic");
  const absl::string_view covered = part.substr(0, size - kHashBytes);
  if (LoadInt<uint64_t>(part.data() + covered.size()) != HashBytes(covered)) {
    return absl::DataLossError("bad checksum");
  }
  return ByteReader(covered.substr(magic.size()));
}

void AppendSummary(std::string* out, const BlockSummary& rows) {
  AppendInt(out, rows.queued);
  AppendInt(out, rows.requests);
  AppendInt(out, rows.links);
  AppendInt(out, rows.first_queued);
  AppendInt(out, rows.first_request);
  AppendInt(out, rows.first_ns);
  AppendInt(out, rows.last_ns);
  AppendInt(out, rows.min_offset);
  AppendInt(out, rows.max_end);
}

BlockSummary ReadSummary(ByteReader* in) {
  BlockSummary rows;
  rows.queued = in->Read<uint32_t>();
  rows.requests = in->Read<uint32_t>();
  rows.links = in->Read<uint32_t>();
  rows.first_queued = in->Read<uint64_t>();
  rows.first_request = in->Read<uint64_t>();
  rows.first_ns = in->Read<int64_t>();
  rows.last_ns = in->Read<int64_t>();
  rows.min_offset = in->Read<uint64_t>();
  rows.max_end = in->Read<uint64_t>();
  return rows;
}

void AppendFields(std::string* out, const FrameHeader& header) {
  AppendInt(out, static_cast<uint32_t>(header.kind));
  AppendInt(out, header.sequence);
  AppendInt(out, header.stored_bytes);
  AppendInt(out, header.raw_bytes);
  AppendSummary(out, header.rows);
  AppendInt(out, header.payload_hash);
}

absl::StatusOr<FrameHeader> ReadFields(ByteReader* in) {
  FrameHeader header;
  header.kind = static_cast<FrameKind>(in->Read<uint32_t>());
  header.sequence = in->Read<uint32_t>();
  header.stored_bytes = in->Read<uint32_t>();
  header.raw_bytes = in->Read<uint32_t>();
  header.rows = ReadSummary(in);
  header.payload_hash = in->Read<uint64_t>();
  if (header.kind < FrameKind::kInfo || header.kind > FrameKind::kIndex) {
    return absl::DataLossError("unknown kind");
  }
  if (header.raw_bytes > kMaxRawBytes || header.rows.queued > kMaxRows ||
      header.rows.requests > kMaxRows || header.rows.links > kMaxRows) {
    return absl::DataLossError("claims more than a block may hold");
  }
  return header;
}

}  // namespace

uint64_t HashBytes(absl::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

std::string PackFileHeader(const FileHeader& header) {
  std::string out(kFileMagic);
  AppendInt(&out, header.version);
  AppendInt(&out, static_cast<uint32_t>(header.state));
  return Seal(std::move(out), kFileHeaderBytes);
}

std::string PackFrameHeader(const FrameHeader& header) {
  std::string out(kFrameMagic);
  AppendFields(&out, header);
  return Seal(std::move(out), kFrameHeaderBytes);
}

std::string PackTrailer(const Trailer& trailer) {
  std::string out(kTrailerMagic);
  AppendInt(&out, trailer.index_offset);
  AppendInt(&out, trailer.file_bytes);
  return Seal(std::move(out), kTrailerBytes);
}

absl::StatusOr<FileHeader> ParseFileHeader(absl::string_view bytes) {
  IOREEL_ASSIGN_OR_RETURN(ByteReader in, Unseal(bytes, kFileHeaderBytes, kFileMagic));
  FileHeader header;
  header.version = in.Read<uint32_t>();
  header.state = static_cast<FileState>(in.Read<uint32_t>());
  if (header.version < kOldestVersion || header.version > kCurrentVersion) {
    return absl::UnimplementedError(absl::StrCat(
        "trace container version ", header.version, "; this ioreel reads versions ", kOldestVersion,
        " to ", kCurrentVersion, ": use the ioreel that wrote it, or a newer one"));
  }
  if (header.state != FileState::kRecording && header.state != FileState::kFinished) {
    return absl::DataLossError("unknown state");
  }
  return header;
}

absl::StatusOr<FrameHeader> ParseFrameHeader(absl::string_view bytes) {
  IOREEL_ASSIGN_OR_RETURN(ByteReader in, Unseal(bytes, kFrameHeaderBytes, kFrameMagic));
  return ReadFields(&in);
}

absl::StatusOr<Trailer> ParseTrailer(absl::string_view bytes) {
  IOREEL_ASSIGN_OR_RETURN(ByteReader in, Unseal(bytes, kTrailerBytes, kTrailerMagic));
  Trailer trailer;
  trailer.index_offset = in.Read<uint64_t>();
  trailer.file_bytes = in.Read<uint64_t>();
  return trailer;
}

std::string PackIndex(const std::vector<FrameHeader>& headers) {
  std::string out;
  for (const FrameHeader& header : headers) AppendFields(&out, header);
  return out;
}

absl::StatusOr<std::vector<FrameHeader>> ParseIndex(absl::string_view bytes) {
  std::vector<FrameHeader> headers;
  ByteReader in(bytes);
  while (in.remaining() > 0) {
    IOREEL_ASSIGN_OR_RETURN(headers.emplace_back(), ReadFields(&in));
    if (!in.ok()) return absl::DataLossError("it ends inside an entry");
  }
  return headers;
}

}  // namespace ioreel
