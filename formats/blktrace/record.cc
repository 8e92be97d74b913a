#include "formats/blktrace/record.h"

#include <cstdlib>
#include <limits>
#include <utility>

#include "base/check.h"
#include "formats/blktrace/categories.h"
#include "formats/model/sector.h"

namespace ioreel {
namespace {

constexpr uint32_t kZonePlugCode = 18, kZoneUnplugCode = 19;  // version 8

constexpr int kBitsOfVersion7 = 32;
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
  if (action >> kBitsOfVersion7) {
    for (const auto& [category, op] : kOpsOfVersion8) {
      if (action & category) return op;
    }
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
  return record.has_cgroup() ? payload.substr(kBlktraceCgroupBytes) : payload;
}

/// False where the bytes before it cannot be counted.
bool SectorIsKnown(const BlktraceRecord& record) {
  constexpr uint64_t kMax = std::numeric_limits<int64_t>::max();
  return record.sector <= (kMax - record.bytes) / kSectorBytes;
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

BlktraceVerdict JudgeBlktraceEvent(const BlktraceRecord& record) {
  CHECK(!record.is_note());
  const uint32_t code = record.code();
  if (record.magic.version == 8 && (code == kZonePlugCode || code == kZoneUnplugCode))
    return BlktraceVerdict::kZonePlug;
  if (code == 0 || code >= std::size(kStages)) return BlktraceVerdict::kUnknownAction;
  const bool is_flush = record.bytes == 0;  // whose "no sector" is all ones
  return SectorIsKnown(record) || is_flush ? BlktraceVerdict::kOk : BlktraceVerdict::kBadSector;
}

BlktraceVerdict DecodeBlktraceEvent(const BlktraceRecord& record, absl::string_view payload,
                                    RawEvent* out) {
  const BlktraceVerdict verdict = JudgeBlktraceEvent(record);
  if (verdict != BlktraceVerdict::kOk) return verdict;
  StageEvent& event = out->event;
  event.time_ns = static_cast<int64_t>(record.time_ns);
  event.offset = SectorIsKnown(record) ? record.sector * kSectorBytes : 0;
  event.length = record.bytes;
  event.extra = 0;
  event.task = kNoTask;
  event.device = 0;
  event.priority = 0;
  event.cpu = static_cast<uint16_t>(record.cpu);
  event.stage = kStages[record.code()];
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
      note.text = std::string(TrimAtNul(payload));
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
      note.text = std::string(TrimAtNul(payload));
      return note;
    default:
      return std::nullopt;
  }
}

}  // namespace ioreel
