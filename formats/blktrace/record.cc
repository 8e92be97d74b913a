#include "formats/blktrace/record.h"

#include <cstdlib>
#include <limits>

#include "base/check.h"

namespace ioreel {
namespace {

constexpr uint32_t kCgroupBit = 0x100;
constexpr size_t kCgroupBytes = 8;
constexpr uint64_t kSectorBytes = 512;

/// Category bits, as they stand in the high half of the action.
enum Category : uint32_t {
  kCategoryWrite = 1u << 17,
  kCategoryFlush = 1u << 18,
  kCategorySync = 1u << 19,
  kCategoryPassthrough = 1u << 25,
  kCategoryNotify = 1u << 26,
  kCategoryAhead = 1u << 27,
  kCategoryMeta = 1u << 28,
  kCategoryDiscard = 1u << 29,
  kCategoryFua = 1u << 31,
};

/// By action code; code 0 is none.
constexpr Stage kStages[] = {Stage::kAborted,     Stage::kQueued,     Stage::kBackMerged,
                             Stage::kFrontMerged, Stage::kGotRequest, Stage::kSlept,
                             Stage::kRequeued,    Stage::kIssued,     Stage::kCompleted,
                             Stage::kPlugged,     Stage::kUnplugged,  Stage::kTimerUnplug,
                             Stage::kInserted,    Stage::kSplit,      Stage::kBounced,
                             Stage::kRemapped,    Stage::kAborted,    Stage::kDriverData};

Op OpOf(uint32_t action, uint32_t bytes) {
  if (action & kCategoryPassthrough) return Op::kPassthrough;
  if (action & kCategoryDiscard) return Op::kDiscard;
  if ((action & kCategoryFlush) && bytes == 0) return Op::kFlush;
  return action & kCategoryWrite ? Op::kWrite : Op::kRead;
}

IoFlags FlagsOf(uint32_t action) {
  IoFlags flags = 0;
  if (action & kCategorySync) flags |= kSync;
  if (action & kCategoryMeta) flags |= kMeta;
  if (action & kCategoryAhead) flags |= kReadahead;
  if (action & kCategoryFua) flags |= kFua;
  if ((action & kCategoryFlush) && (action & kCategoryWrite)) flags |= kPreflush;
  return flags;
}

absl::string_view WithoutCgroup(const BlktraceRecord& record, absl::string_view payload) {
  return record.has_cgroup() ? payload.substr(kCgroupBytes) : payload;
}

/// Bytes before `sector`, or nullopt when they cannot be counted.
std::optional<uint64_t> OffsetOf(uint64_t sector, uint32_t bytes) {
  constexpr uint64_t kMax = std::numeric_limits<int64_t>::max();
  if (sector <= (kMax - bytes) / kSectorBytes) return sector * kSectorBytes;
  if (bytes == 0) return 0;  // flushes: "no sector" is all ones
  return std::nullopt;
}

/// The part of the payload that events have: big endian on every machine.
uint64_t ExtraOf(Stage stage, absl::string_view payload) {
  ByteReader reader(payload, ByteOrder::kBig);
  if (stage == Stage::kRemapped) reader.Skip(8);  // the device it came from, the one it goes to
  if (stage != Stage::kRemapped && stage != Stage::kSplit) return 0;
  return reader.Read<uint64_t>() * kSectorBytes;
}

absl::string_view TrimAtNul(absl::string_view text) { return text.substr(0, text.find('\0')); }

}  // namespace

bool BlktraceRecord::is_note() const { return action & kCategoryNotify; }
bool BlktraceRecord::has_cgroup() const { return action & kCgroupBit; }
uint32_t BlktraceRecord::code() const { return action & 0xffff & ~kCgroupBit; }

bool BlktraceRecord::IsPlausible() const {
  return cpu < 8192 && payload_bytes < 4096 &&
         time_ns <= static_cast<uint64_t>(std::numeric_limits<int64_t>::max()) &&
         (!has_cgroup() || payload_bytes >= kCgroupBytes);
}

BlktraceRecord DecodeBlktraceHeader(const char* bytes, ByteOrder order) {
  BlktraceRecord record;
  record.sequence = LoadInt<uint32_t>(bytes + 4, order);
  record.time_ns = LoadInt<uint64_t>(bytes + 8, order);
  record.sector = LoadInt<uint64_t>(bytes + 16, order);
  record.bytes = LoadInt<uint32_t>(bytes + 24, order);
  record.action = LoadInt<uint32_t>(bytes + 28, order);
  record.tid = LoadInt<uint32_t>(bytes + 32, order);
  record.device = LoadInt<uint32_t>(bytes + 36, order);
  record.cpu = LoadInt<uint32_t>(bytes + 40, order);
  record.error = LoadInt<uint16_t>(bytes + 44, order);
  record.payload_bytes = LoadInt<uint16_t>(bytes + 46, order);
  record.order = order;
  return record;
}

BlktraceVerdict DecodeBlktraceEvent(const BlktraceRecord& record, absl::string_view payload,
                                    RawEvent* out) {
  CHECK(!record.is_note());
  const uint32_t code = record.code();
  if (code == 0 || code >= std::size(kStages)) return BlktraceVerdict::kUnknownAction;
  const std::optional<uint64_t> offset = OffsetOf(record.sector, record.bytes);
  if (!offset) return BlktraceVerdict::kBadSector;

  StageEvent& event = out->event;
  event = StageEvent();
  event.time_ns = static_cast<int64_t>(record.time_ns);
  event.offset = *offset;
  event.length = record.bytes;
  event.cpu = static_cast<uint16_t>(record.cpu);
  event.stage = kStages[code];
  event.op = OpOf(record.action, record.bytes);
  event.flags = FlagsOf(record.action);
  event.error = std::abs(static_cast<int16_t>(record.error));
  if (record.payload_bytes) event.extra = ExtraOf(event.stage, WithoutCgroup(record, payload));
  out->tid = static_cast<int32_t>(record.tid);
  out->major = record.major();
  out->minor = record.minor();
  return BlktraceVerdict::kOk;
}

std::optional<BlktraceNote> DecodeBlktraceNote(const BlktraceRecord& record,
                                               absl::string_view payload) {
  CHECK(record.is_note());
  payload = WithoutCgroup(record, payload);
  BlktraceNote note;
  note.time_ns = static_cast<int64_t>(record.time_ns);
  note.tid = static_cast<int32_t>(record.tid);
  switch (record.code()) {
    case 0:
      note.kind = BlktraceNote::Kind::kProcess;
      note.text = TrimAtNul(payload);
      return note;
    case 1: {
      ByteReader reader(payload, record.order);
      const int64_t seconds = reader.Read<uint32_t>();
      note.kind = BlktraceNote::Kind::kTimestamp;
      note.wall_ns = seconds * 1'000'000'000 + reader.Read<uint32_t>();
      if (!reader.ok()) return std::nullopt;
      return note;
    }
    case 2:
      note.kind = BlktraceNote::Kind::kMessage;
      note.text = TrimAtNul(payload);
      return note;
    default:
      return std::nullopt;
  }
}

}  // namespace ioreel
