#include "formats/container/salvage.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "formats/container/block_order.h"
#include "formats/container/container_file.h"
#include "formats/container/container_writer.h"
#include "formats/container/plain_file.h"
#include "formats/io/input.h"

namespace ioreel {
namespace {

/// Old ordinals of one table to new ones, in which lost rows leave no gap.
class Renumbering {
 public:
  void Keep(uint64_t first, uint64_t rows) {
    if (rows > 0) kept_.push_back({first, rows, next_});
    next_ += rows;
  }
  uint64_t next() const { return next_; }

  std::optional<uint64_t> Find(uint64_t ordinal) const {
    const auto after =
        std::partition_point(kept_.begin(), kept_.end(),
                             [ordinal](const Range& range) { return range.first <= ordinal; });
    if (after == kept_.begin()) return std::nullopt;
    const Range& range = *std::prev(after);
    if (ordinal - range.first >= range.rows) return std::nullopt;
    return range.now + (ordinal - range.first);
  }

 private:
  struct Range {
    uint64_t first, rows, now;
  };
  std::vector<Range> kept_;
  uint64_t next_ = 0;
};

class Salvager {
 public:
  Salvager(ContainerFile file, std::string out, std::string partial)
      : file_(std::move(file)), out_(std::move(out)), partial_(std::move(partial)) {}

  /// `damage`: why the file ends before its end.
  absl::StatusOr<SalvageReport> Run(const absl::StatusOr<FileHeader>& header,
                                    const absl::Status& damage) {
    absl::StatusOr<SalvageReport> report = CopyAll(header, damage);
    std::error_code ignored;
    if (!report.ok() && writer_ != nullptr) std::filesystem::remove(partial_, ignored);
    return report;
  }

 private:
  absl::StatusOr<SalvageReport> CopyAll(const absl::StatusOr<FileHeader>& header,
                                        const absl::Status& damage) {
    report_.finished = !header.ok() || header->state == FileState::kFinished;
    if (!header.ok()) Lose(0, kFileHeaderBytes, header.status().message());
    if (!damage.ok()) Lose(file_.size(), 0, damage.message());
    IOREEL_RETURN_IF_ERROR(CopyFrames());
    if (writer_ == nullptr) {
      return absl::FailedPreconditionError(
          absl::StrCat(file_.name(), ": no whole block of an ioreel trace is in it"));
    }
    if (!report_.whole()) Taint();
    IOREEL_RETURN_IF_ERROR(writer_->Finish(info_));
    return std::move(report_);
  }

  void Lose(uint64_t offset, uint64_t bytes, absl::string_view why, const BlockSummary& rows = {}) {
    report_.lost.push_back({offset, bytes, std::string(why), rows});
  }

  absl::Status CopyFrames() {
    const absl::StatusOr<std::vector<FramePlace>> index = file_.ReadIndex();
    if (!index.ok()) return CopyFound(index.status());
    for (const FramePlace& frame : *index) IOREEL_RETURN_IF_ERROR(Copy(frame));
    return absl::OkStatus();
  }

  /// Without an index: each place at which a frame header stands.
  absl::Status CopyFound(const absl::Status& why) {
    uint64_t offset = kFileHeaderBytes;
    while (offset < file_.size()) {
      const absl::StatusOr<FramePlace> frame = file_.ReadFrameHeader(offset);
      if (!frame.ok()) {
        const uint64_t next = file_.FindFrame(offset + 1);
        Lose(offset, next - offset,
             file_.Damage("bytes", offset, frame.status().message()).message());
        offset = next;
        continue;
      }
      if (frame->header.kind == FrameKind::kIndex) break;
      IOREEL_RETURN_IF_ERROR(Copy(*frame));
      offset = frame->end();
    }
    if (report_.finished)
      Lose(offset, file_.size() - std::min(offset, file_.size()), why.message());
    return absl::OkStatus();
  }

  absl::Status Copy(const FramePlace& frame) {
    Needed needed;
    const bool rows = frame.header.kind == FrameKind::kBlock;
    const absl::Status read = rows ? ReadRows(frame, &needed) : file_.ReadInfo(frame, &info_);
    if (!read.ok()) {
      Lose(frame.offset, frame.end() - frame.offset, read.message(), frame.header.rows);
      return absl::OkStatus();
    }
    if (writer_ == nullptr) {
      IOREEL_ASSIGN_OR_RETURN(writer_, ContainerWriter::Create(out_, partial_));
    }
    if (!rows) return absl::OkStatus();
    ++report_.blocks;
    report_.queued += frame.header.rows.queued;
    report_.requests += frame.header.rows.requests;
    // Rows may name tasks and devices of an info frame that is lost.
    info_.tasks.resize(std::max<size_t>(info_.tasks.size(), needed.tasks));
    info_.devices.resize(std::max<size_t>(info_.devices.size(), needed.devices));
    return CopyRows();
  }

  absl::Status ReadRows(const FramePlace& frame, Needed* needed) {
    IOREEL_RETURN_IF_ERROR(file_.ReadBlock(frame, &block_, needed));
    const absl::Status in_order = order_.Take(block_);
    return in_order.ok() ? in_order : file_.Damage(frame, in_order.message());
  }

  absl::Status CopyRows() {
    for (TraceChunk chunk; block_.TakePiece(&chunk);) {
      const uint64_t first_queued = queued_.next(), first_request = requests_.next();
      queued_.Keep(chunk.first_queued, chunk.queued.size());
      requests_.Keep(chunk.first_request, chunk.requests.size());
      chunk.first_queued = first_queued;
      chunk.first_request = first_request;
      report_.dropped_links += std::erase_if(chunk.links, [this](IoLink& link) {
        return !Renumber(queued_, &link.queued) || !Renumber(requests_, &link.request);
      });
      report_.dropped_events += std::erase_if(chunk.events, [this](RequestEvent& event) {
        return !Renumber(requests_, &event.request);
      });
      IOREEL_RETURN_IF_ERROR(writer_->Write(info_, chunk));
    }
    return absl::OkStatus();
  }

  static bool Renumber(const Renumbering& rows, uint64_t* ordinal) {
    const std::optional<uint64_t> now = rows.Find(*ordinal);
    if (now.has_value()) *ordinal = *now;
    return now.has_value();
  }

  void Taint() {
    info_.tainted = true;
    info_.notes["salvage"] = absl::StrCat("made of the ", report_.blocks, " whole blocks of ",
                                          file_.name(), ", ", report_.lost.size(), " parts lost",
                                          report_.finished ? "" : ", recording never finished");
    for (const LostPart& part : report_.lost) {
      if (part.rows.last_ns == kNoTime) continue;
      info_.losses.push_back({.from_ns = part.rows.first_ns,
                              .to_ns = part.rows.last_ns,
                              .events = part.rows.queued + part.rows.requests});
    }
  }

  ContainerFile file_;
  std::string out_, partial_;
  std::unique_ptr<ContainerWriter> writer_;  ///< from the first whole frame on
  TraceInfo info_;
  BlockRows block_;
  BlockOrder order_{BlockOrder::Gaps::kAllow};
  Renumbering queued_, requests_;
  SalvageReport report_;
};

bool IsSameFile(const std::string& a, const std::string& b) {
  std::error_code none;
  return std::filesystem::equivalent(a, b, none);
}

/// Where `out` is written until it is whole: not over the file to salvage.
std::string PartialApartFrom(const std::string& in, const std::string& out) {
  const std::string usual = AtomicFile::PartialPath(out);
  return IsSameFile(in, usual) ? usual + ".salvage" : usual;
}

}  // namespace

absl::StatusOr<SalvageReport> SalvageContainer(const std::string& in, const std::string& out) {
  IOREEL_ASSIGN_OR_RETURN(const std::unique_ptr<Input> input, OpenFileInput(in));
  IOREEL_ASSIGN_OR_RETURN(PlainFile plain, OpenPlainFile(*input));
  absl::StatusOr<ContainerFile> file = ContainerFile::Open(std::move(plain.fd), in);
  if (!file.ok()) return plain.damage.ok() ? file.status() : plain.damage;
  const absl::StatusOr<FileHeader> header = file->ReadHeader();
  if (absl::IsUnimplemented(header.status())) return header.status();
  if (IsSameFile(in, out))
    return absl::FailedPreconditionError(
        absl::StrCat("-o ", out, " would overwrite ", in, "; name another output"));
  return Salvager(*std::move(file), out, PartialApartFrom(in, out)).Run(header, plain.damage);
}

}  // namespace ioreel
