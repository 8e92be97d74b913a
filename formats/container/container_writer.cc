#include "formats/container/container_writer.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/check.h"
#include "base/status_macros.h"
#include "formats/container/chunk_splitter.h"
#include "formats/container/summary_codec.h"

namespace ioreel {

absl::StatusOr<std::unique_ptr<ContainerWriter>> ContainerWriter::Create(const std::string& path,
                                                                         std::string partial_path) {
  IOREEL_ASSIGN_OR_RETURN(AtomicFile file, AtomicFile::Create(path, std::move(partial_path)));
  IOREEL_RETURN_IF_ERROR(file.Append(PackFileHeader({.state = FileState::kRecording})));
  return std::unique_ptr<ContainerWriter>(new ContainerWriter(std::move(file)));
}

absl::Status ContainerWriter::Write(const TraceInfo& info, const TraceChunk& chunk) {
  if (chunk.empty() && chunk.links.empty()) return absl::OkStatus();
  CHECK(chunk.first_queued == rows_.queued && chunk.first_request == rows_.requests);
  rows_.Add(chunk);
  summary_.Add(info, chunk);
  if (chunk.queued.size() <= kBlockRows && chunk.requests.size() <= kBlockRows) {
    return AddPiece(info, chunk);
  }
  ChunkSplitter splitter(chunk, kBlockRows);
  for (TraceChunk piece; splitter.Next(&piece);) {
    IOREEL_RETURN_IF_ERROR(AddPiece(info, piece));
  }
  return absl::OkStatus();
}

absl::Status ContainerWriter::AddPiece(const TraceInfo& info, const TraceChunk& piece) {
  const TraceChunk& open = open_.rows;
  if (open.queued.size() + piece.queued.size() > kBlockRows ||
      open.requests.size() + piece.requests.size() > kBlockRows ||
      open.links.size() + piece.links.size() > kBlockRows ||
      open.events.size() + piece.events.size() > kBlockRows || open_.pieces.size() == kBlockRows) {
    IOREEL_RETURN_IF_ERROR(Flush(info));
  }
  open_.Append(piece);
  return absl::OkStatus();
}

absl::Status ContainerWriter::Flush(const TraceInfo& info) {
  IOREEL_RETURN_IF_ERROR(
      info_.Grown(info, [this](std::string json) { return AppendInfo(std::move(json)); }));
  if (open_.pieces.empty()) return absl::OkStatus();
  const TraceChunk& rows = open_.rows;
  if (std::max({rows.requests.size(), rows.links.size(), rows.events.size()}) > kMaxRows) {
    return absl::ResourceExhaustedError(
        absl::StrCat(file_.partial_path(), ": a chunk relates more than ", kMaxRows,
                     " rows to one another, which no block can hold"));
  }
  Needed needed;
  FrameHeader header{.kind = FrameKind::kBlock, .rows = Summarize(rows)};
  const std::vector<std::string> parts = EncodeRows(&open_, &needed);
  CHECK(needed.tasks <= info.tasks.size() && needed.devices <= info.devices.size());
  IOREEL_RETURN_IF_ERROR(AppendFrame(header, parts));
  open_.Clear();
  return absl::OkStatus();
}

absl::Status ContainerWriter::Finish(const TraceInfo& info) {
  IOREEL_RETURN_IF_ERROR(Flush(info));
  IOREEL_RETURN_IF_ERROR(
      info_.Final(info, [this](std::string json) { return AppendInfo(std::move(json)); }));
  if (const auto summary = summary_.Finish(info)) {
    IOREEL_RETURN_IF_ERROR(AppendInfo(PackSummary(*summary)));
  }
  const uint64_t index_offset = file_.size();
  IOREEL_RETURN_IF_ERROR(AppendFrame({.kind = FrameKind::kIndex}, {PackIndex(frames_)}));
  IOREEL_RETURN_IF_ERROR(file_.Append(
      PackTrailer({.index_offset = index_offset, .file_bytes = file_.size() + kTrailerBytes})));
  IOREEL_RETURN_IF_ERROR(file_.Overwrite(0, PackFileHeader({.state = FileState::kFinished})));
  return file_.Commit();
}

absl::Status ContainerWriter::AppendInfo(std::string json) {
  return AppendFrame({.kind = FrameKind::kInfo}, {std::move(json)});
}

absl::Status ContainerWriter::AppendFrame(FrameHeader header,
                                          const std::vector<std::string>& parts) {
  const std::string payload = compressor_.Compress(parts);
  for (const std::string& part : parts) {
    header.raw_bytes += static_cast<uint32_t>(part.size());
  }
  CHECK(header.raw_bytes <= kMaxRawBytes);
  header.sequence = static_cast<uint32_t>(frames_.size());
  header.stored_bytes = static_cast<uint32_t>(payload.size());
  header.payload_hash = HashBytes(payload);
  IOREEL_RETURN_IF_ERROR(file_.Append(PackFrameHeader(header) + payload));
  frames_.push_back(header);
  return absl::OkStatus();
}

}  // namespace ioreel
