#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/file.h"
#include "formats/container/column_codec.h"
#include "formats/container/layout.h"
#include "formats/container/zstd_frame.h"
#include "formats/model/trace_info.h"
#include "formats/summary/trace_summary.h"

namespace ioreel {

/// A frame and where it stands.
struct FramePlace {
  uint64_t offset = 0;  ///< of its header
  FrameHeader header;
  uint64_t end() const { return offset + kFrameHeaderBytes + header.stored_bytes; }
  bool operator==(const FramePlace&) const = default;
};

/// The bytes of a trace container, read part by part, each part checked. Every error is DataLoss,
/// or says that the file cannot be read at all, and names the file, the part and its offset.
/// Not thread-safe.
class ContainerFile {
 public:
  /// `name` is for messages.
  static absl::StatusOr<ContainerFile> Open(ScopedFd fd, std::string name);

  const std::string& name() const { return name_; }
  uint64_t size() const { return size_; }

  /// Unimplemented for another version; DataLoss.
  absl::StatusOr<FileHeader> ReadHeader() const;

  /// The frames of a finished file by its index, without the index frame itself. Checks the
  /// trailer, the index, and that the frames fill the file without a gap.
  absl::StatusOr<std::vector<FramePlace>> ReadIndex();

  /// The header of the frame at `offset`; its whole payload is inside the file.
  absl::StatusOr<FramePlace> ReadFrameHeader(uint64_t offset) const;

  /// The whole frames from the file header on, by their headers alone. `stop` says why and where
  /// they end; OK when that is the index.
  std::vector<FramePlace> Walk(absl::Status* stop) const;

  /// The next offset from `offset` on at which a frame header stands; size() when there is none.
  uint64_t FindFrame(uint64_t offset) const;

  absl::Status ReadInfo(const FramePlace& frame, TraceInfo* info);
  /// nullopt where this info frame has none.
  absl::StatusOr<std::optional<TraceSummary>> ReadSummary(const FramePlace& frame);
  absl::Status ReadBlock(const FramePlace& frame, BlockRows* block, Needed* needed);
  /// That the payload is what was written, without a look into it.
  absl::Status CheckPayload(const FramePlace& frame);

  /// DataLoss "NAME: PART at byte OFFSET: WHAT"; the second for frames, "block 3 (rows)".
  absl::Status Damage(absl::string_view part, uint64_t offset, absl::string_view what) const;
  absl::Status Damage(const FramePlace& frame, absl::string_view what) const;

 private:
  ContainerFile(ScopedFd fd, std::string name, uint64_t size)
      : fd_(std::move(fd)), name_(std::move(name)), size_(size) {}

  absl::StatusOr<std::string> ReadBytes(uint64_t offset, size_t n) const;
  absl::Status ReadPayload(const FramePlace& frame);

  ScopedFd fd_;
  std::string name_;
  uint64_t size_;
  FrameDecompressor decompressor_;
  std::string stored_, raw_;  ///< of the frame read last
};

}  // namespace ioreel
