#include "formats/etl/scan.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "base/units.h"

namespace ioreel {
namespace {

using enum ImportLog::Severity;

/// Name, create, delete and rundown of a file object.
bool NamesFile(uint8_t opcode) {
  return opcode == 0x00 || opcode == 0x20 || opcode == 0x23 || opcode == 0x24;
}

}  // namespace

absl::Status EtlScan::Run(const Input& input, const ReadOptions& options) {
  IOREEL_ASSIGN_OR_RETURN(EtlBufferStream stream, EtlBufferStream::Open(input, options, log_));
  EtlBuffer buffer;
  for (;;) {
    IOREEL_ASSIGN_OR_RETURN(const bool more, stream.Next(&buffer));
    if (!more) break;
    IOREEL_RETURN_IF_ERROR(ReadBuffer(buffer, stream));
  }
  return Finish(stream, input.name());
}

absl::Status EtlScan::ReadBuffer(const EtlBuffer& buffer, const EtlBufferStream& stream) {
  EtlRecordWalker walker(buffer.records);
  // Inside a compressed buffer there is no byte of the file to name but its own.
  const auto place = [&] {
    return stream.Place(buffer.byte_offset + (buffer.header.compressed()
                                                  ? 0
                                                  : kEtlBufferHeaderBytes + walker.position()));
  };
  std::optional<int64_t> first, last;
  EtlRecord record;
  while (walker.Next(&record)) {
    if (!header_) IOREEL_RETURN_IF_ERROR(ReadLogHeader(record, stream));
    census_.See(record);
    if (record.kind == EtlRecord::Kind::kMessage) continue;
    first = std::min(first.value_or(record.ticks), record.ticks);
    last = std::max(last.value_or(record.ticks), record.ticks);
    if (record.kind == EtlRecord::Kind::kKernel) {
      IOREEL_RETURN_IF_ERROR(TakeKernel(record, buffer.header.cpu, place));
    } else if (record.kind == EtlRecord::Kind::kManifest) {
      IOREEL_RETURN_IF_ERROR(TakeDisk(record, buffer.header.cpu, place));
    }
  }
  losses_.SeeSequence(buffer.header.sequence);
  if (first) losses_.SeeBuffer(buffer.header, *first, *last);
  if (walker.broken())
    log_->Add("damaged_record", kDataLoss, place(),
              "not a record, or of an impossible size; the rest of its buffer is left out");
  return absl::OkStatus();
}

absl::Status EtlScan::ReadLogHeader(const EtlRecord& record, const EtlBufferStream& stream) {
  if (IsEtlLogHeader(record)) header_ = DecodeEtlLogHeader(record);
  if (!header_)
    return absl::InvalidArgumentError(absl::StrCat(
        stream.Place(kEtlBufferHeaderBytes),
        ": not an event trace of Windows, or damaged: it does not start with a log header"));
  absl::StatusOr<EtlClock> clock = EtlClock::Make(*header_);
  if (!clock.ok()) return Annotate(clock.status(), stream.Place(kEtlBufferHeaderBytes));
  clock_ = *std::move(clock);
  return absl::OkStatus();
}

absl::Status EtlScan::TakeKernel(const EtlRecord& record, uint16_t cpu, Place place) {
  switch (record.group) {
    case kEtlDiskGroup:
      return TakeDisk(record, cpu, place);
    case kEtlProcessGroup:
    case kEtlThreadGroup:
      return TakeLife(record, place);
    case kEtlFileGroup:
      file_names_ += NamesFile(record.opcode) ? 1 : 0;
      break;
    case kEtlConfigGroup:
      if (config_.See(record)) break;
      log_->Add("short_config", kNotice, place(),
                "events too short for what they say of the machine; left out");
  }
  return absl::OkStatus();
}

absl::Status EtlScan::TakeDisk(const EtlRecord& record, uint16_t cpu, Place place) {
  const std::optional<EtlEvent> event = disk_events_.Take(record, cpu, *clock_, place);
  return event ? events_.Add(*event) : absl::OkStatus();
}

absl::Status EtlScan::TakeLife(const EtlRecord& record, Place place) {
  EtlLife life;
  const EtlLifeVerdict verdict = DecodeEtlLife(record, &life);
  if (verdict == EtlLifeVerdict::kOther) return absl::OkStatus();
  const std::optional<int64_t> time_ns = clock_->Ns(record.ticks);
  if (verdict == EtlLifeVerdict::kUnknown || !time_ns) {
    log_->Add("unknown_process_event", kNotice, place(),
              "process or thread events of an unknown version, length or time; left out, so names "
              "of processes may be missing");
    return absl::OkStatus();
  }
  EtlEvent event;
  event.kind =
      record.group == kEtlProcessGroup ? EtlEvent::Kind::kProcess : EtlEvent::Kind::kThread;
  event.life = life.life;
  event.time_ns = *time_ns;
  event.pid = life.pid;
  event.tid = life.tid;
  event.parent = life.parent;
  event.name = strings_.Number(life.name);
  return events_.Add(event);
}

absl::Status EtlScan::Finish(const EtlBufferStream& stream, absl::string_view name) {
  if (!header_)
    return absl::InvalidArgumentError(absl::StrCat(name, ": the trace is empty, it has no events"));
  if (disk_events_.completions() + disk_events_.provider_completions() == 0)
    return NoDiskEvents(name);
  missing_ = losses_.Missing(*header_, stream.buffers());
  ReportState(name);
  return events_.Finish();
}

void EtlScan::ReportState(absl::string_view name) {
  const auto report = [&](absl::string_view what, ImportLog::Severity severity, uint64_t count,
                          absl::string_view explanation) {
    if (count > 0) log_->Add(what, severity, name, explanation, count);
  };
  report("missing_buffers", kDataLoss, missing_,
         "buffers that were written, by their count or their numbers, are not in the file");
  report("lost_events", kDataLoss, losses_.Count(*header_),
         "events were lost while recording; each lost buffer counts as one");
  report(
      "not_stopped", kNotice, header_->end_filetime == 0 ? 1 : 0,
      "the recording was never stopped, or this is a copy from before: what it lost is not known, "
      "and what is told at its end is not there");
  report("file_names", kNotice, file_names_,
         "events that name files; a trace has no place for file names, they are left out");
}

absl::Status EtlScan::NoDiskEvents(absl::string_view name) const {
  uint64_t disk_events = 0;
  for (const auto& [op, count] : disk_events_.seen()) disk_events += count;
  if (disk_events > 0)
    return absl::InvalidArgumentError(absl::StrCat(
        name, ": holds ", FormatCount(disk_events),
        " disk events, but no completion of an I/O that can be understood: no I/O can be told"));
  return absl::InvalidArgumentError(
      absl::StrCat(name, ": holds no disk I/O (DiskIo events), but ", census_.Text(),
                   "; record disk I/O with `wpr -start DiskIO -filemode` or `xperf -on "
                   "PROC_THREAD+LOADER+DISK_IO+DISK_IO_INIT`"));
}

}  // namespace ioreel
