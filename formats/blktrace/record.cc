#include "formats/blktrace/record.h"

#include <cstdlib>
#include <limits>
#include <utility>

#include "base/check.h"
#include "formats/blktrace/categories.h"
#include "formats/model/sector.h"

namespace ioreel {
namespace {

constexpr uint32_t kCgroupBit = 0x100;
constexpr size_t kCgroupBytes = 8;

constexpr uint32_t kZonePlugCode = 18, kZoneUnplugCode = 19;  // version 8

constexpr std::pair<BlktraceCategory, Op> kOpsOfVersion8[] = {
    {kCategoryWriteZeroes, Op::kWriteZeroes}, {kCategoryZoneAppend, Op::kZoneAppend},
    {kCategoryZoneReset, Op::kZoneReset},     {kCategoryZoneResetAll, Op::kZoneResetAll},
    {kCategoryZoneFinish, Op::kZoneFinish},   {kCategoryZoneOpen, Op::kZoneOpen},
    {kCategoryZoneClose, Op::kZoneClose},
};

/// By action code; code 0 is none.
constexpr Stage kStages[] = {Stage::kAborted,     Stage::kQueued,     Stage::kBackMerged,
                             Stage::kFrontMerged, Stage::kGotRequest, Stage::kSlept,
                             Stage::kRequeued,    Stage::kIssued,     Stage::kCompleted,
                             Stage::kPlugged,     Stage::kUnplugged,  Stage::kTimerUnplug,
                             Stage::kInserted,    Stage::kSplit,      Stage::kBounced,
                             Stage::kRemapped,    Stage::kAborted,    Stage::kDriverData};

Op OpOf(uint64_t action, uint32_t bytes) {
  if (action & kCategoryPassthrough) return Op::kPassthrough;
  for (const auto& [category, op] : kOpsOfVersion8) {
    if (action & category) return op;
  }
  if (action & kCategoryDiscard) return Op::kDiscard;
  if ((action & kCategoryFlush) && bytes == 0) return Op::kFlush;
  return action & kCategoryWrite ? Op::kWrite : Op::kRead;
}

IoFlags FlagsOf(uint64_t action) {
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
uint32_t BlktraceRecord::code() const {
  return static_cast<uint32_t>(action) & 0xffff & ~kCgroupBit;
}

bool BlktraceRecord::IsPlausible() const {
  return cpu < kMostBlktraceCpus && payload_bytes < 4096 &&
         time_ns <= static_cast<uint64_t>(std::numeric_limits<int64_t>::max()) &&
         (!has_cgroup() || payload_bytes >= kCgroupBytes);
}

BlktraceRecord DecodeBlktraceHeader(const char* bytes, const BlktraceMagic& magic) {
  const bool v7 = magic.version == 7;
  const auto read = [&]<typename T>(T* field, size_t at_v7, size_t at_v8) {
    *field = LoadInt<T>(bytes + (v7 ? at_v7 : at_v8), magic.order);
  };
  BlktraceRecord record;
  record.magic = magic;
  read(&record.sequence, 4, 4);
  read(&record.time_ns, 8, 8);
  read(&record.sector, 16, 16);
  read(&record.bytes, 24, 24);
  read(&record.tid, 32, 28);
  record.action =
      v7 ? LoadInt<uint32_t>(bytes + 28, magic.order) : LoadInt<uint64_t>(bytes + 32, magic.order);
  read(&record.device, 36, 40);
  read(&record.cpu, 40, 44);
  read(&record.error, 44, 48);
  read(&record.payload_bytes, 46, 50);
  return record;
}

void AppendBlktraceHeader(const BlktraceRecord& record, std::string* out) {
  AppendInt(out, kBlktraceMagic | 7);
  AppendInt(out, record.sequence);
  AppendInt(out, record.time_ns);
  AppendInt(out, record.sector);
  AppendInt(out, record.bytes);
  AppendInt(out, static_cast<uint32_t>(record.action));
  AppendInt(out, record.tid);
  AppendInt(out, record.device);
  AppendInt(out, record.cpu);
  AppendInt(out, record.error);
  AppendInt(out, record.payload_bytes);
}

BlktraceVerdict DecodeBlktraceEvent(const BlktraceRecord& record, absl::string_view payload,
                                    RawEvent* out) {
  CHECK(!record.is_note());
  const uint32_t code = record.code();
  if (record.magic.version == 8 && (code == kZonePlugCode || code == kZoneUnplugCode))
    return BlktraceVerdict::kZonePlug;
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
      ByteReader reader(payload, record.magic.order);
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
