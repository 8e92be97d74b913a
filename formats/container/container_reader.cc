#include "formats/container/container_reader.h"

#include <fcntl.h>

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace ioreel {
namespace {

/// Damage with what to do about it.
absl::Status WithRemedy(const absl::Status& status, const std::string& name) {
  if (!absl::IsDataLoss(status)) return status;
  return absl::DataLossError(absl::StrCat(status.message(), "; `ioreel salvage ", name,
                                          " -o OUT` makes a trace of its whole blocks"));
}

}  // namespace

absl::StatusOr<std::unique_ptr<ContainerReader>> OpenContainer(const std::string& path,
                                                               Unfinished unfinished) {
  IOREEL_ASSIGN_OR_RETURN(ScopedFd fd, OpenFd(path, O_RDONLY));
  return OpenContainer(std::move(fd), path, unfinished);
}

absl::StatusOr<std::unique_ptr<ContainerReader>> OpenContainer(ScopedFd fd, std::string name,
                                                               Unfinished unfinished) {
  IOREEL_ASSIGN_OR_RETURN(ContainerFile file, ContainerFile::Open(std::move(fd), std::move(name)));
  auto reader = std::unique_ptr<ContainerReader>(new ContainerReader(std::move(file)));
  IOREEL_RETURN_IF_ERROR(reader->FindFrames(unfinished));
  return reader;
}

absl::Status ContainerReader::FindFrames(Unfinished unfinished) {
  IOREEL_ASSIGN_OR_RETURN(const FileHeader header, file_.ReadHeader());
  complete_ = header.state == FileState::kFinished;
  absl::Status stop;
  if (complete_) {
    absl::StatusOr<std::vector<FramePlace>> frames = file_.ReadIndex();
    if (frames.ok()) return TakeFrames(*frames);
    file_.Walk(&stop);  // the first damage from the front tells more than a missing footer
    return WithRemedy(stop.ok() ? frames.status() : stop, file_.name());
  }
  const std::vector<FramePlace> frames = file_.Walk(&stop);
  if (unfinished == Unfinished::kRefuse) return UnfinishedError(frames);
  torn_at_ = stop.ok() ? file_.size() : frames.empty() ? kFileHeaderBytes : frames.back().end();
  return TakeFrames(frames);
}

absl::Status ContainerReader::UnfinishedError(const std::vector<FramePlace>& frames) const {
  uint64_t rows = 0;
  for (const FramePlace& frame : frames) rows += frame.header.rows.queued;
  return absl::FailedPreconditionError(
      absl::StrCat(file_.name(), ": the recording never finished; `ioreel salvage ", file_.name(),
                   " -o OUT` makes a trace of the ", rows, " queued I/Os in its whole blocks"));
}

absl::Status ContainerReader::TakeFrames(const std::vector<FramePlace>& frames) {
  for (const FramePlace& frame : frames) {
    if (frame.header.kind == FrameKind::kBlock) {
      blocks_.push_back(frame);
      continue;
    }
    const absl::Status read = file_.ReadInfo(frame, &info_);
    last_info_ = frame;
    if (read.ok()) continue;
    if (complete_) return WithRemedy(read, file_.name());
    Tear(frame.offset);
    return absl::OkStatus();
  }
  return absl::OkStatus();
}

absl::StatusOr<const TraceSummary*> ContainerReader::Summary() {
  if (!complete_ || !last_info_) return nullptr;
  const auto summary = file_.ReadSummary(*last_info_);
  if (!summary.ok()) return WithRemedy(summary.status(), file_.name());
  for (size_t i = 0; i < blocks_.size() && *summary; ++i) {
    IOREEL_RETURN_IF_ERROR(WithRemedy(file_.CheckPayload(blocks_[i]), file_.name()));
  }
  summary_ = *summary;
  return summary_ ? &*summary_ : nullptr;
}

/// An unfinished file ends where the first damage is: what the system had not written out.
void ContainerReader::Tear(uint64_t offset) {
  torn_at_ = offset;
  while (!blocks_.empty() && blocks_.back().offset >= offset) blocks_.pop_back();
  next_block_ = std::min(next_block_, blocks_.size());
}

absl::StatusOr<bool> ContainerReader::Read(TraceChunk* chunk) {
  while (!block_.TakePiece(chunk)) {
    if (next_block_ == blocks_.size()) return false;
    const FramePlace& frame = blocks_[next_block_++];
    const absl::Status read = ReadBlock(frame);
    if (read.ok()) continue;
    block_.Clear();
    if (complete_) return WithRemedy(read, file_.name());
    Tear(frame.offset);
  }
  return true;
}

absl::Status ContainerReader::ReadBlock(const FramePlace& frame) {
  Needed needed;
  IOREEL_RETURN_IF_ERROR(file_.ReadBlock(frame, &block_, &needed));
  if (needed.tasks > info_.tasks.size() || needed.devices > info_.devices.size()) {
    return file_.Damage(frame, "names a task or device that the trace does not have");
  }
  const absl::Status in_order = order_.Take(block_);
  return in_order.ok() ? in_order : file_.Damage(frame, in_order.message());
}

void ContainerReader::SeekToTime(int64_t time_ns) {
  const auto found = std::find_if(blocks_.begin(), blocks_.end(), [&](const FramePlace& block) {
    return block.header.rows.last_ns >= time_ns;
  });
  next_block_ = static_cast<size_t>(found - blocks_.begin());
  block_.Clear();
  order_.Restart();
}

std::vector<BlockSummary> ContainerReader::Blocks() const {
  std::vector<BlockSummary> summaries;
  for (const FramePlace& block : blocks_) summaries.push_back(block.header.rows);
  return summaries;
}

}  // namespace ioreel
