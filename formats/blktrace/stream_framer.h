#pragma once

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "formats/blktrace/record.h"

namespace ioreel {

/// One thing that stands in a blktrace byte stream.
struct BlktraceFrame {
  enum class Kind {
    kRecord,
    kLost,            ///< the kernel says that records are missing here
    kBadBytes,        ///< no record; skipped to the next one
    kForeignVersion,  ///< a record of another version than 7 and 8; skipped, too
    kCutRecord,       ///< the stream ends within a record
  };
  Kind kind = Kind::kRecord;
  uint64_t byte_offset = 0;  ///< in the stream
  // kRecord:
  BlktraceRecord record;
  absl::string_view payload;  ///< valid until the framer is called again
  uint32_t device = 0;        ///< 0 for the first device of the stream, 1 for the next, …
  // kLost:
  uint16_t cpu = kNoCpu;
  uint64_t events = 0;  ///< 0 = unknown
  // kCutRecord:
  uint64_t bytes = 0;
};

/// Finds the records in a stream of bytes that arrives in pieces of any size; see BlktraceDecoder.
/// Damage comes out once for each place. Not thread-safe.
class BlktraceFramer {
 public:
  /// Where the next bytes of the stream go, at least `least`; say by Fed how many have come.
  absl::Span<char> Room(size_t least);
  void Fed(size_t bytes) { end_ += bytes; }
  /// No bytes will follow.
  void End() { ended_ = true; }
  bool ended() const { return ended_; }

  /// The next frame; false when more bytes are needed, or after End() when all was given out.
  bool Next(BlktraceFrame* frame);

  /// Of the stream that has been given out.
  uint64_t byte_offset() const { return buffer_offset_ + begin_; }
  /// Version of the first record that is neither version 7 nor 8; 0 = none such was seen.
  uint8_t foreign_version() const { return foreign_version_; }

 private:
  enum class Step { kFrame, kAgain, kNeedMore };

  Step TakeOne(BlktraceFrame* frame);
  Step TakeRecord(size_t prefix, const BlktraceMagic& magic, BlktraceFrame* frame);
  Step TakeLostLine(BlktraceFrame* frame);
  Step StartSkipping(BlktraceFrame* frame);
  Step Skip(size_t skipped);
  Step EndCut(BlktraceFrame* frame);
  uint32_t PlaceOf(uint32_t device);
  size_t FindRecordStart(size_t from, size_t to) const;
  bool IsRecordStart(const char* bytes, size_t size) const;

  size_t available() const { return end_ - begin_; }
  const char* data() const { return buffer_.data() + begin_; }

  std::vector<char> buffer_;
  size_t begin_ = 0, end_ = 0;  ///< of what is in buffer_ and not given out yet
  uint64_t buffer_offset_ = 0;  ///< of buffer_ in the stream
  bool ended_ = false;
  bool skipping_ = false;                           ///< inside damage that has been given out
  bool prefixed_ = false;                           ///< the last record had a context
  absl::flat_hash_map<uint32_t, uint32_t> places_;  ///< of kernel numbers, in order of appearance
  uint32_t last_device_ = 0, last_place_ = 0;       ///< the next record is likely of this one, too
  uint8_t foreign_version_ = 0;
};

}  // namespace ioreel
