#include "formats/etl/reader.h"

#include <limits>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace ioreel {
namespace {

using enum ImportLog::Severity;

constexpr size_t kEventsAtOnce = 4096;
constexpr size_t kRowsAtOnce = 1 << 14;

bool IsLife(const EtlEvent& event) {
  return event.kind == EtlEvent::Kind::kProcess || event.kind == EtlEvent::Kind::kThread;
}

void Report(const EtlPairer::Counts& counts, uint64_t unknown_threads, const std::string& name,
            ImportLog* log) {
  const auto report = [&](absl::string_view what, uint64_t count, absl::string_view explanation) {
    if (count > 0) log->Add(what, kNotice, name, explanation, count);
  };
  report("unfinished", counts.unfinished,
         "I/Os that began and whose completion the trace does not show; left out, for only the "
         "completion tells their place and length");
  report("no_start", counts.no_start,
         "I/Os of which only the completion is told; they stand at its time");
  report("no_thread", counts.no_thread,
         "I/Os that do not tell which thread issued them; their task is unknown");
  report("unknown_thread", unknown_threads,
         "I/Os of threads that no other event tells of; their process is unknown");
  report("zero_length", counts.zero_length,
         "reads or writes of no bytes; kept, a replay has nothing to do for them");
}

}  // namespace

absl::StatusOr<std::unique_ptr<EtlReader>> EtlReader::Open(const Input& input,
                                                           const ReadOptions& options,
                                                           ImportLog* log) {
  EtlScan scan(log);
  IOREEL_RETURN_IF_ERROR(scan.Run(input, options));
  std::unique_ptr<EtlReader> reader(new EtlReader);
  reader->Describe(scan, input.name());
  IOREEL_RETURN_IF_ERROR(reader->Pair(scan, log));
  return reader;
}

absl::StatusOr<bool> EtlReader::Read(TraceChunk* chunk) {
  chunk->Clear();
  chunk->first_queued = given_;
  IOREEL_ASSIGN_OR_RETURN(const bool any, ios_.Take(kRowsAtOnce, &chunk->queued));
  given_ += chunk->queued.size();
  return any;
}

/// The events in order of time become rows and tasks.
absl::Status EtlReader::Pair(EtlScan& scan, ImportLog* log) {
  EtlTasks tasks(&scan.strings(), &info_.tasks);
  EtlPairer pairer(&tasks, &ios_);
  const bool by_kernel = scan.disk_events().completions() > 0;
  std::vector<EtlEvent> events;
  for (;;) {
    events.clear();
    IOREEL_ASSIGN_OR_RETURN(const bool more, scan.events().Take(kEventsAtOnce, &events));
    if (!more) break;
    for (const EtlEvent& event : events) {
      if (by_kernel && event.kind == EtlEvent::Kind::kProviderCompleted) continue;
      if (IsLife(event)) {
        tasks.See(event);
      } else {
        IOREEL_RETURN_IF_ERROR(pairer.Add(event));
      }
    }
  }
  Report(pairer.counts(), tasks.unknown(), info_.origin, log);
  const uint64_t told_twice = by_kernel ? scan.disk_events().provider_completions() : 0;
  if (told_twice > 0)
    log->Add("told_twice", kNotice, info_.origin,
             "completions told by the provider Microsoft-Windows-Kernel-Disk, too; those of the "
             "kernel logger are taken",
             told_twice);
  return ios_.Finish();
}

void EtlReader::Describe(const EtlScan& scan, std::string name) {
  const EtlLogHeader& header = scan.header();
  info_.source = "etw";
  info_.origin = std::move(name);
  info_.devices = scan.disk_events().Devices(scan.config());
  info_.losses = scan.Losses();
  info_.tainted = !info_.losses.empty();
  info_.start_wall_ns = WallNsFromFiletime(header.start_filetime);
  info_.start_clock_ns = scan.clock().start_clock_ns();
  info_.clock = scan.clock().name();
  info_.clock_resolution_ns = scan.clock().resolution_ns();
  info_.stage_events = scan.disk_events().seen();
  info_.host.kernel =
      absl::StrCat("Windows NT ", header.os_major, ".", header.os_minor, ".", header.os_build,
                   header.pointer_bytes == 8 ? " 64-bit" : " 32-bit");
  info_.host.cpus =
      static_cast<int>(std::min<uint32_t>(header.processors, std::numeric_limits<int>::max()));
  scan.config().Describe(&info_.host);
  if (!header.session.empty()) info_.notes["etw_session"] = header.session;
}

}  // namespace ioreel
