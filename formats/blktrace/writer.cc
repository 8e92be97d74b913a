#include "formats/blktrace/writer.h"

#include <limits>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "base/checked_math.h"
#include "base/status_macros.h"
#include "formats/blktrace/categories.h"
#include "formats/blktrace/files.h"
#include "formats/blktrace/names_written.h"
#include "formats/blktrace/row_events.h"
#include "formats/blktrace/stream_writer.h"
#include "formats/model/sector.h"
#include "formats/not_carried.h"

namespace ioreel {
namespace {

constexpr size_t kEventsAtOnce = 4096;
constexpr int64_t kNsPerSecond = 1'000'000'000;

class RecordingWriter : public TraceWriter {
 public:
  RecordingWriter(RecordingOutput output, ImportLog* log)
      : output_(std::move(output)),
        log_(log),
        events_(log),
        not_carried_(output_.kind,
                     {.processes = false,
                      .priorities = false,
                      .facts = false,
                      .start_time = output_.start_time,
                      .flags = kSync | kMeta | kReadahead | kFua | kPreflush},
                     log) {}

  absl::Status Write(const TraceInfo&, const TraceChunk& chunk) override {
    not_carried_.Count(chunk);
    return events_.Add(chunk);
  }

  absl::Status Finish(const TraceInfo& info) override {
    if (events_.empty())
      return absl::FailedPreconditionError(
          absl::StrCat(output_.path, ": no I/O is left that a kernel's events can tell"));
    IOREEL_RETURN_IF_ERROR(events_.sorter().Finish());
    IOREEL_ASSIGN_OR_RETURN(const std::unique_ptr<BlktraceSink> sink,
                            output_.open(events_.last_cpu()));
    const absl::Status status = WriteAll(info, sink.get());
    not_carried_.Report(info);
    return status;
  }

  RowCounts written() const override { return events_.written(); }

 private:
  absl::Status WriteAll(const TraceInfo& info, BlktraceSink* sink) {
    BlktraceNames names(info, log_);
    clock_at_0_ = ClockAtStart(info);
    IOREEL_RETURN_IF_ERROR(WriteStart(info, sink));
    for (;;) {
      std::vector<BlktraceEvent> events;
      IOREEL_ASSIGN_OR_RETURN(const bool more, events_.sorter().Take(kEventsAtOnce, &events));
      if (!more) return sink->Finish();
      for (const BlktraceEvent& event : events)
        IOREEL_RETURN_IF_ERROR(WriteEvent(event, &names, sink));
    }
  }

  /// The clock at trace time 0: the source's own, unless the first event lies before its 0.
  int64_t ClockAtStart(const TraceInfo& info) const {
    const int64_t clock = info.start_clock_ns == kNoTime ? 0 : info.start_clock_ns;
    const auto first = CheckedAdd(clock, first_ns());
    if (first && *first >= 0) return clock;
    return first_ns() < 0 ? -(first_ns() + 1) + 1 : 0;
  }

  int64_t first_ns() const { return events_.written().times.first_ns(); }

  /// What time of day it was at the first event.
  absl::Status WriteStart(const TraceInfo& info, BlktraceSink* sink) {
    if (info.start_wall_ns == kNoTime) return absl::OkStatus();
    const auto wall_ns = CheckedAdd(info.start_wall_ns, first_ns());
    const auto clock_ns = CheckedAdd(clock_at_0_, first_ns());
    constexpr int64_t kMostSeconds = std::numeric_limits<uint32_t>::max();
    if (!wall_ns || !clock_ns || *wall_ns < 0 || *wall_ns / kNsPerSecond > kMostSeconds) {
      Leave("wall_time", "left out: a time of day before 1970 or after 2106");
      return absl::OkStatus();
    }
    std::string payload;
    AppendInt(&payload, static_cast<uint32_t>(*wall_ns / kNsPerSecond));
    AppendInt(&payload, static_cast<uint32_t>(*wall_ns % kNsPerSecond));
    BlktraceRecord note;
    note.time_ns = static_cast<uint64_t>(*clock_ns);
    note.action = kTimestampNote;
    return AddNote(note, payload, sink);
  }

  absl::Status WriteEvent(const BlktraceEvent& event, BlktraceNames* names, BlktraceSink* sink) {
    const auto time_ns = CheckedAdd(clock_at_0_, event.time_ns);
    if (!time_ns) {
      Leave("time", "left out: an event further from the first than 63 bits of ns count");
      return absl::OkStatus();
    }
    BlktraceRecord record;
    record.time_ns = static_cast<uint64_t>(*time_ns);
    record.sector = event.offset / kSectorBytes;
    record.bytes = event.bytes;
    record.action = event.action;
    record.device = names->DeviceNumber(event.device);
    record.cpu = event.cpu;
    record.error = event.error;
    if (event.task != kNoTask) {
      record.tid = names->Tid(event.task);
      if (const auto name = names->NewName(event.task)) {
        BlktraceRecord note;
        note.time_ns = record.time_ns;
        note.action = kProcessNote;
        note.tid = record.tid;
        note.cpu = record.cpu;
        IOREEL_RETURN_IF_ERROR(AddNote(note, *name, sink));
      }
    }
    record.sequence = ++sequences_[uint64_t{record.device} << 32 | record.cpu];
    return sink->Add(record, "");
  }

  static absl::Status AddNote(BlktraceRecord note, absl::string_view payload, BlktraceSink* sink) {
    note.payload_bytes = static_cast<uint16_t>(payload.size());
    return sink->Add(note, payload);
  }

  void Leave(absl::string_view name, absl::string_view explanation) {
    if (log_ != nullptr)
      log_->Add(absl::StrCat("not_in_blktrace_", name), ImportLog::Severity::kNotice, "",
                explanation);
  }

  const RecordingOutput output_;
  ImportLog* const log_;
  RowEvents events_;
  NotCarried not_carried_;
  int64_t clock_at_0_ = 0;
  absl::flat_hash_map<uint64_t, uint32_t> sequences_;  ///< events so far, by device and CPU
};

}  // namespace

std::unique_ptr<TraceWriter> MakeRecordingWriter(RecordingOutput output,
                                                 const WriteOptions& options) {
  return std::make_unique<RecordingWriter>(std::move(output), options.log);
}

absl::StatusOr<std::unique_ptr<TraceWriter>> OpenBlktraceWriter(const std::string& path,
                                                                const WriteOptions& options) {
  if (BlktraceFileCpu(path) > 0)
    return absl::InvalidArgumentError(
        absl::StrCat(path, ": is the file of one CPU; name the recording by its first file, ",
                     "NAME.blktrace.0"));
  return MakeRecordingWriter(
      {.path = path,
       .kind = "a blktrace recording",
       .start_time = true,
       .open = [path](uint16_t last_cpu) { return BlktraceStreams::Create(path, last_cpu); }},
      options);
}

}  // namespace ioreel
