#include "formats/blktrace/stream_decoder.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/checked_math.h"

namespace ioreel {

BlktraceDecoder::BlktraceDecoder(std::string name, ImportLog* log)
    : name_(std::move(name)), log_(log) {}

bool BlktraceDecoder::Next(BlktraceItem* item) {
  if (has_held_) {
    has_held_ = false;
    *item = held_;
    PutLossFirst(item);
    return true;
  }
  while (framer_.Next(&frame_)) {
    if (TakeFrame(item)) return true;
  }
  return framer_.ended() && TakeFinalLoss(item);
}

/// False when it holds no item.
bool BlktraceDecoder::TakeFrame(BlktraceItem* item) {
  switch (frame_.kind) {
    case BlktraceFrame::Kind::kRecord:
      return TakeRecord(item);
    case BlktraceFrame::Kind::kLost:
      NoteLoss(frame_.cpu, frame_.events);
      return false;
    case BlktraceFrame::Kind::kBadBytes:
      Report("bad_bytes", "bytes that are no blktrace record; skipped to the next record");
      break;
    case BlktraceFrame::Kind::kForeignVersion:
      Report("foreign_version",
             absl::StrCat("records of blktrace version ", frame_.record.magic.version,
                          "; only versions 7 and 8 are read"));
      break;
    case BlktraceFrame::Kind::kCutRecord:
      Report("cut_record",
             absl::StrCat("the last record is cut; its ", frame_.bytes, " bytes were left out"));
      break;
  }
  NoteLoss(kNoCpu, 0);
  return false;
}

bool BlktraceDecoder::TakeRecord(BlktraceItem* item) {
  ++records_;
  item->byte_offset = frame_.byte_offset;
  if (!FillItem(item)) return false;
  if (!item->is_note) {
    last_time_ns_ = item->raw.event.time_ns;
    if (!losses_.empty()) PutLossFirst(item);
  }
  return true;
}

bool BlktraceDecoder::FillItem(BlktraceItem* item) {
  const BlktraceRecord& record = frame_.record;
  item->is_note = record.is_note();
  if (item->is_note) {
    auto note = DecodeBlktraceNote(record, frame_.payload);
    if (note)
      item->note = std::move(*note);
    else
      Report("unknown_note", "notes of a kind this version does not know; left out");
    return note.has_value();
  }
  CheckSequence();
  switch (DecodeBlktraceEvent(record, frame_.payload, &item->raw)) {
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

/// The kernel numbers the events that it wanted to write; 0 = this tracer numbers none.
void BlktraceDecoder::CheckSequence() {
  if (!trust_sequence_) return;
  const BlktraceRecord& record = frame_.record;
  if (frame_.device >= last_sequence_.size()) last_sequence_.resize(frame_.device + 1);
  const uint32_t last = std::exchange(last_sequence_[frame_.device], record.sequence);
  if (last == 0 || record.sequence <= last + 1) return;
  const uint64_t missing = record.sequence - last - 1;
  Report("sequence_gap", "records that the kernel could not write: their numbers are missing");
  NoteLoss(static_cast<uint16_t>(record.cpu), missing);
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
  item->byte_offset = framer_.byte_offset();
  losses_.pop_back();
  return true;
}

void BlktraceDecoder::Report(absl::string_view name, absl::string_view explanation,
                             ImportLog::Severity severity) {
  log_->Add(name, severity, absl::StrCat(name_, ": byte ", frame_.byte_offset), explanation);
}

}  // namespace ioreel
