#include "formats/blktrace/stream_decoder.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/check.h"
#include "base/checked_math.h"
#include "formats/kernel_text/lost_line.h"

namespace ioreel {
namespace {

constexpr size_t kContextBytes = 16;  ///< task, cpu and time that the ftrace pipe puts in front
constexpr size_t kMagicBytes = 4;
constexpr size_t kNone = static_cast<size_t>(-1);
constexpr size_t kMaxLineBytes = 64;
constexpr absl::string_view kLineStart = "CPU:";

}  // namespace

BlktraceDecoder::BlktraceDecoder(std::string name, ImportLog* log)
    : name_(std::move(name)), log_(log) {}

void BlktraceDecoder::Feed(absl::string_view bytes) {
  CHECK(!ended_);
  buffer_.erase(0, position_);
  buffer_offset_ += position_;
  position_ = 0;
  buffer_.append(bytes.data(), bytes.size());
}

bool BlktraceDecoder::Next(BlktraceItem* item) {
  if (has_held_) {
    has_held_ = false;
    *item = held_;
    PutLossFirst(item);
    return true;
  }
  for (;;) {
    switch (TakeOne(item)) {
      case Step::kItem:
        return true;
      case Step::kAgain:
        break;
      case Step::kNeedMore:
        return ended_ && TakeFinalLoss(item);
    }
  }
}

BlktraceDecoder::Step BlktraceDecoder::TakeOne(BlktraceItem* item) {
  if (available() < kMagicBytes) return ended_ && available() ? EndCut() : Step::kNeedMore;
  if (const auto magic = FindBlktraceMagic(data()); magic && !skipping_) {
    return magic->is_read() ? TakeRecord(0, *magic, item) : SkipDamage();
  }
  if (skipping_) return SkipDamage();
  if (absl::StartsWith(absl::string_view(data(), kMagicBytes), kLineStart)) return TakeLostLine();
  if (available() < kContextBytes + kMagicBytes) return ended_ ? EndCut() : Step::kNeedMore;
  const auto magic = FindBlktraceMagic(data() + kContextBytes);
  if (!magic || !magic->is_read()) return SkipDamage();
  return TakeRecord(kContextBytes, *magic, item);
}

BlktraceDecoder::Step BlktraceDecoder::TakeRecord(size_t prefix, const BlktraceMagic& magic,
                                                  BlktraceItem* item) {
  const size_t header = magic.header_bytes();
  if (available() < prefix + header) return ended_ ? EndCut() : Step::kNeedMore;
  const char* start = data() + prefix;
  const BlktraceRecord record = DecodeBlktraceHeader(start, magic);
  if (!record.IsPlausible()) return SkipDamage();
  if (available() < prefix + record.size()) return ended_ ? EndCut() : Step::kNeedMore;
  if (record.payload_bytes >= kLeastBlktraceHeader &&
      FindRecordStart(prefix + header, prefix + record.size()) != kNone) {
    return SkipDamage();  // its length is wrong: it would swallow other records
  }

  prefixed_ = prefix != 0;
  ++records_;
  item->byte_offset = buffer_offset_ + position_;
  item->sequence = record.sequence;
  const absl::string_view payload(start + header, record.payload_bytes);
  const bool filled = FillItem(record, payload, item);
  Consume(prefix + record.size());
  if (!filled) return Step::kAgain;
  if (!item->is_note) {
    last_time_ns_ = item->raw.event.time_ns;
    PutLossFirst(item);
  }
  return Step::kItem;
}

bool BlktraceDecoder::FillItem(const BlktraceRecord& record, absl::string_view payload,
                               BlktraceItem* item) {
  Device& device = DeviceOf(record.device);
  item->is_note = record.is_note();
  if (item->is_note) {
    const auto note = DecodeBlktraceNote(record, payload);
    if (note)
      item->note = *note;
    else
      Report("unknown_note", "notes of a kind this version does not know; left out");
    return note.has_value();
  }
  CheckSequence(record, &device);
  switch (DecodeBlktraceEvent(record, payload, &item->raw)) {
    case BlktraceVerdict::kOk:
      return true;
    case BlktraceVerdict::kUnknownAction:
      Report("unknown_action", "records with an action code this version does not know; left out");
      return false;
    case BlktraceVerdict::kZonePlug:
      Report("zone_plug", "zones held back or let go, no stage of an I/O; left out",
             ImportLog::Severity::kNotice);
      return false;
    case BlktraceVerdict::kBadSector:
      Report("bad_sector", "records of a sector that no device can have; left out");
      return false;
  }
  return false;
}

BlktraceDecoder::Device& BlktraceDecoder::DeviceOf(uint32_t number) {
  for (size_t i = 0; i < devices_.size(); ++i) {
    if (devices_[i].number != number) continue;
    std::swap(devices_[0], devices_[i]);  // the next record is likely of this one, too
    return devices_[0];
  }
  devices_.push_back({number});
  return devices_.back();
}

/// The kernel numbers the events that it wanted to write; 0 = this tracer numbers none.
void BlktraceDecoder::CheckSequence(const BlktraceRecord& record, Device* device) {
  const uint32_t last = std::exchange(device->last_sequence, record.sequence);
  if (!trust_sequence_ || last == 0 || record.sequence <= last + 1) return;
  const uint64_t missing = record.sequence - last - 1;
  Report("sequence_gap", "records that the kernel could not write: their numbers are missing");
  NoteLoss(static_cast<uint16_t>(record.cpu), missing);
}

BlktraceDecoder::Step BlktraceDecoder::TakeLostLine() {
  const absl::string_view head(data(), std::min(available(), kMaxLineBytes));
  const size_t end = head.find('\n');
  if (end == absl::string_view::npos) {
    if (available() >= kMaxLineBytes) return SkipDamage();
    return ended_ ? EndCut() : Step::kNeedMore;
  }
  const auto lost = ParseLostLine(head.substr(0, end));
  if (!lost) return SkipDamage();
  Consume(end + 1);
  NoteLoss(lost->cpu, lost->events);
  return Step::kAgain;
}

bool BlktraceDecoder::IsRecordStart(const char* bytes, size_t size) const {
  const auto magic = FindBlktraceMagic(bytes);
  if (!magic || !magic->is_read() || size < magic->header_bytes()) return false;
  const BlktraceRecord record = DecodeBlktraceHeader(bytes, *magic);
  if (!record.IsPlausible()) return false;
  return devices_.empty() ||
         std::any_of(devices_.begin(), devices_.end(),
                     [&record](const Device& device) { return device.number == record.device; });
}

/// Moves to the next record after bytes that are none; says so once for each such place.
BlktraceDecoder::Step BlktraceDecoder::SkipDamage() {
  size_t skipped = 0;
  if (!skipping_) {
    skipping_ = true;
    const auto magic = FindBlktraceMagic(data());
    if (magic && !magic->is_read()) {
      if (foreign_version_ == 0) foreign_version_ = magic->version;
      Report("foreign_version", absl::StrCat("records of blktrace version ", magic->version,
                                             "; only versions 7 and 8 are read"));
    } else {
      Report("bad_bytes", "bytes that are no blktrace record; skipped to the next record");
    }
    NoteLoss(kNoCpu, 0);
    skipped = 1;
  }
  const size_t start = FindRecordStart(skipped, available());
  if (start != kNone) {
    skipping_ = false;
    Consume(start);
    return Step::kAgain;
  }
  // A record may start in the last bytes, where its header is not whole yet.
  const size_t header = (prefixed_ ? kContextBytes : 0) + kMostBlktraceHeader;
  const size_t searched = available() >= header ? available() - header + 1 : 0;
  Consume(ended_ ? available() : std::max(skipped, searched));
  return Step::kNeedMore;
}

/// Where in [from, to) of what is available a record starts, with its context, or kNone.
size_t BlktraceDecoder::FindRecordStart(size_t from, size_t to) const {
  const size_t prefix = prefixed_ ? kContextBytes : 0;
  for (; from < to && from + prefix + kLeastBlktraceHeader <= available(); ++from) {
    if (IsRecordStart(data() + from + prefix, available() - from - prefix)) return from;
  }
  return kNone;
}

BlktraceDecoder::Step BlktraceDecoder::EndCut() {
  if (FindRecordStart(1, available()) != kNone) return SkipDamage();
  if (!skipping_) {
    Report("cut_record",
           absl::StrCat("the last record is cut; its ", available(), " bytes were left out"));
    NoteLoss(kNoCpu, 0);
  }
  Consume(available());
  return Step::kNeedMore;
}

void BlktraceDecoder::NoteLoss(uint16_t cpu, uint64_t events) {
  for (Loss& loss : losses_) {
    const bool now_known = loss.cpu == kNoCpu && loss.events == 0;
    if (loss.cpu != cpu && !now_known) continue;
    loss.cpu = cpu;
    loss.events = SaturatingAdd(loss.events, events);
    return;
  }
  losses_.push_back({cpu, events});
}

/// If records are missing before the event in `item`, holds it back and makes `item` the loss.
bool BlktraceDecoder::PutLossFirst(BlktraceItem* item) {
  const uint16_t cpu = item->raw.event.cpu;
  const auto loss = std::find_if(losses_.begin(), losses_.end(), [cpu](const Loss& candidate) {
    return candidate.cpu == cpu || candidate.cpu == kNoCpu;
  });
  if (loss == losses_.end()) return false;
  held_ = *item;
  has_held_ = true;
  item->raw = RawEvent();
  item->raw.event.stage = Stage::kLost;
  item->raw.event.time_ns = held_.raw.event.time_ns;
  item->raw.event.cpu = loss->cpu;
  item->raw.event.length = loss->events;
  losses_.erase(loss);
  return true;
}

bool BlktraceDecoder::TakeFinalLoss(BlktraceItem* item) {
  if (losses_.empty()) return false;
  *item = BlktraceItem();
  item->raw.event.stage = Stage::kLost;
  item->raw.event.time_ns = last_time_ns_;
  item->raw.event.cpu = losses_.back().cpu;
  item->raw.event.length = losses_.back().events;
  item->byte_offset = buffer_offset_ + position_;
  losses_.pop_back();
  return true;
}

void BlktraceDecoder::Report(absl::string_view name, absl::string_view explanation,
                             ImportLog::Severity severity) {
  log_->Add(name, severity, absl::StrCat(name_, ": byte ", buffer_offset_ + position_),
            explanation);
}

}  // namespace ioreel
