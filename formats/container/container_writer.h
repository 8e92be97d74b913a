#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/file.h"
#include "formats/container/column_codec.h"
#include "formats/container/info_writer.h"
#include "formats/container/layout.h"
#include "formats/container/zstd_frame.h"
#include "formats/model/trace.h"
#include "formats/summary/trace_summary.h"

namespace ioreel {

/// Writes a trace container: as "PATH.partial" until Finish() has renamed it. Rows are gathered
/// into blocks; a process that is killed loses the open one at most. Errors of all methods are
/// those of the file and name it. Not thread-safe.
class ContainerWriter : public TraceWriter {
 public:
  /// A block is written when it has this many rows of either table.
  static constexpr size_t kBlockRows = 65536;

  /// As AtomicFile::Create.
  static absl::StatusOr<std::unique_ptr<ContainerWriter>> Create(const std::string& path,
                                                                 std::string partial_path = "");

  /// REQUIRES also: chunks follow one another, `first_queued` and `first_request` being the
  /// numbers of rows written so far.
  absl::Status Write(const TraceInfo& info, const TraceChunk& chunk) override;

  /// Ends the open block, so that what has been written is safe from the death of this process.
  /// For recorders, every second or so. Small blocks cost space.
  absl::Status Flush(const TraceInfo& info) override;

  absl::Status Finish(const TraceInfo& info) override;

  RowCounts written() const override { return rows_; }

  const std::string& path() const { return file_.path(); }

 private:
  explicit ContainerWriter(AtomicFile file) : file_(std::move(file)) {}

  absl::Status AddPiece(const TraceInfo& info, const TraceChunk& piece);
  absl::Status AppendInfo(std::string json);
  absl::Status AppendFrame(FrameHeader header, const std::vector<std::string>& parts);

  AtomicFile file_;
  InfoWriter info_;
  FrameCompressor compressor_;
  BlockRows open_;
  std::vector<FrameHeader> frames_;
  RowCounts rows_;  ///< taken so far
  TraceSummarizer summary_;
};

}  // namespace ioreel
