#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "formats/model/time.h"

/// The fixed parts of a trace container, byte by byte; docs/trace_format.md is this in prose.
///
///     file  := FileHeader frame* Trailer
///     frame := FrameHeader payload          (payload: one zstd frame)
///
/// All integers are little endian. Each fixed part ends with the XXH3-64 of its other bytes.

namespace ioreel {

inline constexpr uint32_t kOldestVersion = 1;
inline constexpr uint32_t kCurrentVersion = 1;

inline constexpr size_t kFileHeaderBytes = 24;
inline constexpr size_t kFrameHeaderBytes = 96;
inline constexpr size_t kTrailerBytes = 32;
inline constexpr absl::string_view kFileMagic = "\x89IOREEL\n";
inline constexpr absl::string_view kTrailerMagic = "REELEND\n";
inline constexpr absl::string_view kFrameMagic = "\xf5IOF";

/// What a frame may claim before memory is set aside for it.
inline constexpr uint32_t kMaxRawBytes = 256u << 20;
inline constexpr uint32_t kMaxRows = 2u << 20;  ///< of each table

/// Whether the writer reached its end.
enum class FileState : uint32_t { kRecording = 1, kFinished = 2 };

struct FileHeader {
  uint32_t version = kCurrentVersion;
  FileState state = FileState::kRecording;
};

enum class FrameKind : uint32_t {
  kInfo = 1,   ///< JSON: what is new in TraceInfo
  kBlock = 2,  ///< rows
  kIndex = 3,  ///< the fields of all frame headers before it; the last frame
};

/// Which rows a block holds and where they lie; what seeking and salvage need to know of it.
struct BlockSummary {
  uint32_t queued = 0, requests = 0, links = 0;  ///< rows
  uint64_t first_queued = 0, first_request = 0;  ///< ordinals
  int64_t first_ns = kNoTime;            ///< earliest queue or issue time; kNoTime = none is known
  int64_t last_ns = kNoTime;             ///< latest queue or issue time
  uint64_t min_offset = 0, max_end = 0;  ///< bytes covered, [min_offset, max_end); 0,0 = none
  bool operator==(const BlockSummary&) const = default;
};

struct FrameHeader {
  FrameKind kind = FrameKind::kInfo;
  uint32_t sequence = 0;      ///< 0, 1, 2, … in the file
  uint32_t stored_bytes = 0;  ///< of the payload
  uint32_t raw_bytes = 0;     ///< of the payload when decompressed
  uint64_t payload_hash = 0;  ///< XXH3-64 of the payload as stored
  BlockSummary rows = {};     ///< of blocks; else zeros and unknown times
  bool operator==(const FrameHeader&) const = default;
};

/// The last bytes of a finished file.
struct Trailer {
  uint64_t index_offset = 0;  ///< where the index frame begins
  uint64_t file_bytes = 0;    ///< of the whole file
};

uint64_t HashBytes(absl::string_view bytes);  ///< XXH3-64

std::string PackFileHeader(const FileHeader& header);
std::string PackFrameHeader(const FrameHeader& header);
std::string PackTrailer(const Trailer& trailer);

/// The index: the fields of frame headers without magic and checksum, one behind the other.
std::string PackIndex(const std::vector<FrameHeader>& headers);
absl::StatusOr<std::vector<FrameHeader>> ParseIndex(absl::string_view bytes);

/// REQUIRES: `bytes` has the size of the part. Errors: DataLoss "bad magic" or "bad checksum",
/// and of ParseFileHeader Unimplemented for a version that we do not read.
absl::StatusOr<FileHeader> ParseFileHeader(absl::string_view bytes);
absl::StatusOr<FrameHeader> ParseFrameHeader(absl::string_view bytes);
absl::StatusOr<Trailer> ParseTrailer(absl::string_view bytes);

}  // namespace ioreel
