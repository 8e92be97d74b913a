#include "formats/octf/source.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "absl/strings/str_cat.h"
#include "base/checked_math.h"
#include "base/status_macros.h"
#include "formats/import/faults.h"
#include "formats/model/sector.h"

namespace ioreel {
namespace {

constexpr size_t kMostWaiting = 1 << 16;         // I/Os behind one that is not complete
constexpr uint64_t kLatest = uint64_t{1} << 62;  // ns

constexpr uint64_t kRead = 1, kWrite = 2, kDiscard = 3;

/// nullopt: an op that the format does not have.
std::optional<Op> OpOf(const OctfEvent& event) {
  if (event.flush && event.sectors == 0) return Op::kFlush;
  if (event.op == kRead) return Op::kRead;
  if (event.op == kWrite) return Op::kWrite;
  if (event.op == kDiscard) return Op::kDiscard;
  return std::nullopt;
}

/// The kernel's number may be negative.
int32_t ErrorOf(uint64_t error) {
  const auto number = static_cast<int64_t>(error);
  const int64_t positive = number < 0 ? -(number + 1) + 1 : number;
  return static_cast<int32_t>(std::min<int64_t>(positive, std::numeric_limits<int32_t>::max()));
}

}  // namespace

OctfSource::OctfSource(Inputs inputs, uint64_t dropped, const ReadOptions& options, ImportLog* log)
    : inputs_(std::move(inputs)), dropped_(dropped), options_(options), log_(log) {
  info_.source = "iotrace";
  info_.origin = inputs_.front()->name();
  info_.clock = "CLOCK_MONOTONIC";
  if (dropped == 0) return;
  info_.losses.push_back({.events = dropped});
  info_.tainted = true;
  log_->Add("lost_events", ImportLog::Severity::kDataLoss, info_.origin,
            "events that the recorder dropped, as its summary says", dropped);
}

absl::StatusOr<std::unique_ptr<OctfSource>> OctfSource::Open(Inputs inputs, uint64_t dropped,
                                                             const ReadOptions& options,
                                                             ImportLog* log) {
  std::unique_ptr<OctfSource> source(new OctfSource(std::move(inputs), dropped, options, log));
  for (const auto& input : source->inputs_) {
    IOREEL_ASSIGN_OR_RETURN(std::unique_ptr<OctfCursor> cursor, OctfCursor::Open(*input));
    source->cursors_.push_back(std::move(cursor));
    IOREEL_RETURN_IF_ERROR(source->Advance(source->cursors_.size() - 1));
  }
  return source;
}

int64_t OctfSource::Start(int64_t first_ns) {
  info_.start_clock_ns = first_ns;
  return first_ns;
}

absl::StatusOr<std::unique_ptr<RowSource>> OctfSource::TimesOnly() const {
  auto unread = std::make_unique<ImportLog>();
  IOREEL_ASSIGN_OR_RETURN(std::unique_ptr<OctfSource> source,
                          Open(inputs_, dropped_, options_, unread.get()));
  source->own_log_ = std::move(unread);
  return source;
}

absl::Status OctfSource::Advance(size_t cursor) {
  const absl::StatusOr<bool> more = cursors_[cursor]->Next();
  if (!more.ok()) return Damage(more.status(), options_, log_);
  if (*more) turns_.push({cursors_[cursor]->event().time, cursor});
  return absl::OkStatus();
}

absl::StatusOr<bool> OctfSource::Next(QueuedIo* io) {
  for (;;) {
    const bool first_is_ready =
        !waiting_.empty() &&
        (waiting_.front().done || waiting_.size() > kMostWaiting || turns_.empty());
    if (first_is_ready) {
      Give(io);
      return true;
    }
    if (turns_.empty()) return End();
    IOREEL_RETURN_IF_ERROR(TakeEvent());
  }
}

absl::StatusOr<bool> OctfSource::End() {
  for (size_t kind = 0; kind < events_.size(); ++kind) {
    if (events_[kind] > 0)
      info_.stage_events[std::string(OctfKindName(static_cast<OctfEvent::Kind>(kind)))] =
          events_[kind];
  }
  if (first_waiting_ > 0) return false;
  return absl::InvalidArgumentError(absl::StrCat(info_.origin, ": an iotrace without any I/O"));
}

void OctfSource::Give(QueuedIo* io) {
  given_ = std::move(waiting_.front());
  waiting_.pop_front();
  const auto open = open_.find(given_.id);
  if (open != open_.end() && open->second == first_waiting_) open_.erase(open);
  ++first_waiting_;
  if (!given_.done)
    Notice("unfinished", PlaceOf(given_), "an I/O whose completion was not seen in time");
  *io = given_.io;
}

absl::Status OctfSource::TakeEvent() {
  const size_t at = turns_.top().second;
  turns_.pop();
  const OctfCursor& cursor = *cursors_[at];
  ++events_[static_cast<size_t>(cursor.event().kind)];
  if (cursor.event().kind == OctfEvent::Kind::kDevice) TakeDevice(cursor.event());
  if (cursor.event().kind == OctfEvent::Kind::kCompletion) TakeCompletion(cursor);
  if (cursor.event().kind == OctfEvent::Kind::kIo) IOREEL_RETURN_IF_ERROR(TakeIo(at));
  return Advance(at);
}

void OctfSource::Notice(absl::string_view name, absl::string_view place,
                        absl::string_view explanation) {
  if (log_->CountAgain(name)) return;
  log_->Add(name, ImportLog::Severity::kNotice, place, explanation);
}

absl::StatusOr<uint16_t> OctfSource::DeviceOf(uint64_t number) {
  const auto known = devices_.find(number);
  if (known != devices_.end()) return known->second;
  if (info_.devices.size() >= 0xffff)
    return absl::InvalidArgumentError(absl::StrCat(info_.origin, ": more than 65535 devices"));
  const auto index = static_cast<uint16_t>(info_.devices.size());
  info_.devices.emplace_back().name = absl::StrCat(number);
  devices_[number] = index;
  return index;
}

void OctfSource::TakeDevice(const OctfEvent& event) {
  const absl::StatusOr<uint16_t> index = DeviceOf(event.device);
  if (!index.ok()) return;  // met again at its first I/O
  DeviceInfo& device = info_.devices[*index];
  device.name = event.name;
  device.model = event.model;
  device.size_bytes = CheckedMul(event.size_sectors, kSectorBytes);
}

std::string OctfSource::PlaceOf(const Waiting& row) const {
  return absl::StrCat(inputs_[row.file]->name(), ": byte ", row.byte);
}

absl::Status OctfSource::TakeIo(size_t file) {
  const OctfCursor& cursor = *cursors_[file];
  const OctfEvent& event = cursor.event();
  const std::optional<Op> op = OpOf(event);
  if (!op || (event.sectors == 0 && HasRange(*op))) {
    Notice(op ? "zero_length" : "unknown_op", cursor.Place(),
           op ? "an I/O of 0 bytes; ignored, it moves no data" : "an I/O of no known op; ignored");
    return absl::OkStatus();
  }
  const auto offset = CheckedMul(event.sector, kSectorBytes);
  const auto length = CheckedMul(event.sectors, kSectorBytes);
  if (!offset || !length || !CheckedAdd(*offset, *length) || event.time > kLatest)
    return absl::DataLossError(absl::StrCat(cursor.Place(), ": a range or time beyond all bounds"));
  Waiting row;
  row.id = event.id;
  row.file = file;
  row.byte = cursor.byte();
  IOREEL_ASSIGN_OR_RETURN(row.io.device, DeviceOf(event.device));
  row.io.queue_ns = static_cast<int64_t>(event.time);
  row.io.op = *op;
  row.io.flags = event.flags;
  if (HasRange(*op)) {
    row.io.offset = *offset;
    row.io.length = *length;
    if (event.flush) row.io.flags = static_cast<IoFlags>(row.io.flags | kPreflush);
  }
  open_[event.id] = first_waiting_ + waiting_.size();
  waiting_.push_back(std::move(row));
  return absl::OkStatus();
}

void OctfSource::TakeCompletion(const OctfCursor& cursor) {
  const OctfEvent& event = cursor.event();
  const auto open = open_.find(event.id);
  if (open == open_.end() || event.time > kLatest) {
    Notice("orphan_completion", cursor.Place(), "a completion whose I/O was not seen");
    return;
  }
  Waiting& row = waiting_[open->second - first_waiting_];
  row.io.complete_ns = static_cast<int64_t>(event.time);
  row.io.error = ErrorOf(event.error);
  row.done = true;
  open_.erase(open);
}

}  // namespace ioreel
