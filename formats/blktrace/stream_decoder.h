#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "formats/blktrace/stream_framer.h"
#include "formats/import_log.h"

namespace ioreel {

/// One thing found in a blktrace byte stream.
struct BlktraceItem {
  bool is_note = false;
  RawEvent raw;              ///< when !is_note; Stage::kLost where records are missing
  BlktraceNote note;         ///< when is_note
  uint64_t byte_offset = 0;  ///< of the record in the stream
};

/// Decodes a stream of blktrace records that arrives in pieces of any size: a file of one or of
/// many CPUs, the kernel's relay, or the binary pipe of the ftrace `blk` tracer, whose records
/// may each follow a context of 16 bytes and which says "CPU:1 [LOST 12 EVENTS]" in between.
///
/// Lost events come out as one Stage::kLost before the CPU's next event. Bytes that are no record
/// are skipped up to the next one and counted in the log with their place, followed by a kLost of
/// unknown CPU; nothing is guessed. Allocates nothing an event. Not thread-safe.
class BlktraceDecoder {
 public:
  /// `name` is for places in the log: "x.blktrace.3". `log` must outlive the decoder.
  BlktraceDecoder(std::string name, ImportLog* log);

  /// Takes a gap in a device's sequence numbers for lost events. Call it for a stream as one CPU
  /// wrote it; not for a copy from which records may have been filtered.
  void TrustSequence() { trust_sequence_ = true; }

  /// Where the next bytes of the stream go, at least `least`; say by Fed how many have come.
  absl::Span<char> Room(size_t least) { return framer_.Room(least); }
  void Fed(size_t bytes) { framer_.Fed(bytes); }
  /// No bytes will follow: what is left over in Next is a cut record.
  void End() { framer_.End(); }

  /// The next item; false when more bytes are needed, or after End() when all was given out.
  bool Next(BlktraceItem* item);

  uint64_t records() const { return records_; }  ///< whole ones seen, notes included
  /// Version of the first record that is neither version 7 nor 8; 0 = none such was seen.
  uint8_t foreign_version() const { return framer_.foreign_version(); }

 private:
  struct Loss {
    uint16_t cpu = kNoCpu;  ///< kNoCpu = any
    uint64_t events = 0;
  };

  bool TakeFrame(BlktraceItem* item);
  bool TakeRecord(BlktraceItem* item);
  bool FillItem(BlktraceItem* item);
  void CheckSequence();
  void NoteLoss(uint16_t cpu, uint64_t events);
  bool PutLossFirst(BlktraceItem* item);
  bool TakeFinalLoss(BlktraceItem* item);
  void Report(absl::string_view name, absl::string_view explanation,
              ImportLog::Severity severity = ImportLog::Severity::kDataLoss);

  const std::string name_;
  ImportLog* const log_;
  BlktraceFramer framer_;
  BlktraceFrame frame_;  ///< the last one
  bool trust_sequence_ = false;
  std::vector<uint32_t> last_sequence_;  ///< by BlktraceFrame::device
  std::vector<Loss> losses_;             ///< not yet given out
  bool has_held_ = false;
  BlktraceItem held_;  ///< event that waits behind the loss before it
  int64_t last_time_ns_ = 0;
  uint64_t records_ = 0;
};

}  // namespace ioreel
