#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "formats/container/block_order.h"
#include "formats/container/container_file.h"
#include "formats/model/trace.h"

namespace ioreel {

/// What to do with the file of a recorder that never finished.
enum class Unfinished {
  kRefuse,  ///< FailedPrecondition, which names `ioreel salvage`
  kRead,    ///< read the whole blocks; complete() tells
};

/// Reads a trace container block by block. Of a finished file each byte is checked, and the order
/// of rows. info() is whole from the start. Not thread-safe.
class ContainerReader : public TraceReader {
 public:
  const TraceInfo& info() const override { return info_; }
  absl::StatusOr<bool> Read(TraceChunk* chunk) override;

  absl::StatusOr<const TraceSummary*> Summary() override;

  /// Read() goes on with the first block that may hold rows which were queued or issued at or
  /// after `time_ns`; rows before it in that block are read as well.
  void SeekToTime(int64_t time_ns);

  bool complete() const override { return complete_; }
  /// Of an unfinished file: bytes behind the last whole block, as far as has been read.
  uint64_t torn_bytes() const { return complete_ ? 0 : file_.size() - torn_at_; }
  /// What each block holds.
  std::vector<BlockSummary> Blocks() const;

 private:
  friend absl::StatusOr<std::unique_ptr<ContainerReader>> OpenContainer(ScopedFd, std::string,
                                                                        Unfinished);
  explicit ContainerReader(ContainerFile file) : file_(std::move(file)) {}

  absl::Status FindFrames(Unfinished unfinished);
  absl::Status UnfinishedError(const std::vector<FramePlace>& frames) const;
  absl::Status TakeFrames(const std::vector<FramePlace>& frames);
  void Tear(uint64_t offset);
  absl::Status ReadBlock(const FramePlace& frame);

  ContainerFile file_;
  TraceInfo info_;
  bool complete_ = true;
  uint64_t torn_at_ = 0;
  std::vector<FramePlace> blocks_;
  std::optional<FramePlace> last_info_;  ///< the summary's, if there is one
  std::optional<TraceSummary> summary_;  ///< once it is read
  size_t next_block_ = 0;
  BlockRows block_;
  BlockOrder order_{BlockOrder::Gaps::kRefuse};
};

/// Errors: InvalidArgument (empty file), Unimplemented (another version), FailedPrecondition
/// (unfinished), DataLoss. Each names the file, and damage its block and offset.
absl::StatusOr<std::unique_ptr<ContainerReader>> OpenContainer(const std::string& path,
                                                               Unfinished unfinished);
/// The same of an open file; `name` is for messages.
absl::StatusOr<std::unique_ptr<ContainerReader>> OpenContainer(ScopedFd fd, std::string name,
                                                               Unfinished unfinished);

}  // namespace ioreel
