#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "formats/blktrace/record.h"
#include "formats/import_log.h"

namespace ioreel {

/// One thing found in a blktrace byte stream.
struct BlktraceItem {
  bool is_note = false;
  RawEvent raw;              ///< when !is_note; Stage::kLost where records are missing
  BlktraceNote note;         ///< when is_note; its text is valid until the next Next or Feed
  uint32_t sequence = 0;     ///< of the record on its CPU; 0 = unknown
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

  /// Takes the next bytes of the stream; copies them.
  void Feed(absl::string_view bytes);
  /// No bytes will follow: what is left over in Next is a cut record.
  void End() { ended_ = true; }

  /// The next item; false when more bytes are needed, or after End() when all was given out.
  bool Next(BlktraceItem* item);

  uint64_t records() const { return records_; }  ///< whole ones seen, notes included
  /// Version of the first record that is neither version 7 nor 8; 0 = none such was seen.
  uint8_t foreign_version() const { return foreign_version_; }

 private:
  struct Device {
    uint32_t number = 0;
    uint32_t last_sequence = 0;
  };
  struct Loss {
    uint16_t cpu = kNoCpu;  ///< kNoCpu = any
    uint64_t events = 0;
  };
  enum class Step { kItem, kAgain, kNeedMore };

  Step TakeOne(BlktraceItem* item);
  Step TakeRecord(size_t prefix, const BlktraceMagic& magic, BlktraceItem* item);
  Step TakeLostLine();
  Step SkipDamage();
  Step EndCut();
  bool FillItem(const BlktraceRecord& record, absl::string_view payload, BlktraceItem* item);
  Device& DeviceOf(uint32_t number);
  void CheckSequence(const BlktraceRecord& record, Device* device);
  size_t FindRecordStart(size_t from, size_t to) const;
  bool IsRecordStart(const char* bytes, size_t size) const;
  void NoteLoss(uint16_t cpu, uint64_t events);
  bool PutLossFirst(BlktraceItem* item);
  bool TakeFinalLoss(BlktraceItem* item);
  void Report(absl::string_view name, absl::string_view explanation,
              ImportLog::Severity severity = ImportLog::Severity::kDataLoss);

  size_t available() const { return buffer_.size() - position_; }
  const char* data() const { return buffer_.data() + position_; }
  void Consume(size_t n) { position_ += n; }

  const std::string name_;
  ImportLog* const log_;
  std::string buffer_;
  size_t position_ = 0;         ///< in buffer_
  uint64_t buffer_offset_ = 0;  ///< of buffer_ in the stream
  bool ended_ = false;
  bool skipping_ = false;  ///< inside damage that has been reported
  bool prefixed_ = false;  ///< the last record had a context
  bool trust_sequence_ = false;
  std::vector<Device> devices_;  ///< seen; the last one found is in front
  std::vector<Loss> losses_;     ///< not yet given out
  bool has_held_ = false;
  BlktraceItem held_;  ///< event that waits behind the loss before it
  int64_t last_time_ns_ = 0;
  uint64_t records_ = 0;
  uint8_t foreign_version_ = 0;
};

}  // namespace ioreel
