#include "formats/chrome_trace/writer.h"

#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/console.h"
#include "base/status_macros.h"
#include "formats/chrome_trace/tracks.h"
#include "formats/io/text_output.h"
#include "formats/level_writer.h"

namespace ioreel {
namespace {

/// As JSON; names need not be UTF-8.
std::string Quote(absl::string_view name) { return nlohmann::json(Printable(name)).dump(); }

/// ns as µs with three decimals.
std::string Micros(uint64_t ns) { return absl::StrFormat("%d.%03d", ns / 1000, ns % 1000); }
std::string Micros(int64_t ns) {
  const auto bits = static_cast<uint64_t>(ns);
  return ns < 0 ? absl::StrCat("-", Micros(0 - bits)) : Micros(bits);
}

/// "fio/worker 4711"
std::string TaskText(const TraceInfo& info, uint32_t index) {
  if (index == kNoTask) return "unknown task";
  const TaskInfo& task = info.tasks[index];
  std::string text = task.process.empty() || task.process == task.name
                         ? task.name
                         : absl::StrCat(task.process, "/", task.name);
  const int32_t id = task.tid >= 0 ? task.tid : task.pid;
  if (id >= 0) absl::StrAppend(&text, " ", id);
  return text;
}

class ChromeTraceWriter : public LevelWriter {
 public:
  ChromeTraceWriter(TextOutput output, const WriteOptions& options)
      : LevelWriter(
            "a Chrome trace",
            {.priorities = false, .request_events = false, .facts = false, .start_time = true},
            options),
        level_(options.issue_level ? "issue" : "queue"),
        output_(std::move(output)) {
    output_.buffer() = "{\"traceEvents\":[";
  }

 protected:
  absl::StatusOr<bool> WriteIo(const TraceInfo& info, const Io& io) override {
    const bool backwards = io.complete_ns != kNoTime && io.complete_ns < io.start_ns;
    Leave("not_in_chrome_trace_end", "written without: an end before the start", backwards);
    const bool ends = io.complete_ns != kNoTime && !backwards;
    NameDevice(info, io.device);
    const Tracks::Track track =
        tracks_.Find(io.device, io.task, io.start_ns, ends ? io.complete_ns : io.start_ns);
    if (track.is_new) NameTrack(info, io, track);
    std::string& out = BeginEvent(ends ? "X" : "i", OpName(io.op), io.device, track.id);
    absl::StrAppend(&out, ",\"cat\":\"", level_, "\",\"ts\":", Micros(io.start_ns));
    if (ends)
      absl::StrAppend(
          &out, ",\"dur\":",
          Micros(static_cast<uint64_t>(io.complete_ns) - static_cast<uint64_t>(io.start_ns)));
    else
      absl::StrAppend(&out, ",\"s\":\"t\"");
    AppendArguments(io, &out);
    IOREEL_RETURN_IF_ERROR(output_.Relieve());
    return true;
  }

  absl::Status End(const TraceInfo& info) override {
    nlohmann::json about = {{"writer", "ioreel"}, {"level", level_}};
    if (info.start_wall_ns != kNoTime) about["start_wall_ns"] = info.start_wall_ns;
    if (info.start_clock_ns != kNoTime) about["start_clock_ns"] = info.start_clock_ns;
    absl::StrAppend(&output_.buffer(),
                    "\n],\"displayTimeUnit\":\"ns\",\"otherData\":", about.dump(), "}\n");
    return output_.Finish();
  }

 private:
  /// What all events have; the caller goes on and closes it.
  std::string& BeginEvent(absl::string_view phase, absl::string_view name, uint16_t device,
                          uint32_t track) {
    std::string& out = output_.buffer();
    absl::StrAppend(&out, any_ ? ",\n" : "\n", "{\"ph\":\"", phase, "\",\"name\":\"", name,
                    "\",\"pid\":", device + 1, ",\"tid\":", track);
    any_ = true;
    return out;
  }

  void AppendArguments(const Io& io, std::string* out) {
    absl::StrAppend(out, ",\"args\":{\"offset\":", io.offset, ",\"length\":", io.length);
    if (io.cpu != kNoCpu) absl::StrAppend(out, ",\"cpu\":", io.cpu);
    if (io.flags != 0) absl::StrAppend(out, ",\"flags\":\"", IoFlagsText(io.flags), "\"");
    if (io.error != 0) absl::StrAppend(out, ",\"error\":", io.error);
    absl::StrAppend(out, "}}");
  }

  void Name(absl::string_view what, absl::string_view key, const std::string& value,
            uint16_t device, uint32_t track) {
    absl::StrAppend(&BeginEvent("M", what, device, track), ",\"args\":{\"", key, "\":", value,
                    "}}");
  }

  void NameDevice(const TraceInfo& info, uint16_t device) {
    if (device >= named_.size()) named_.resize(device + 1u);
    if (named_[device]) return;
    named_[device] = true;
    Name("process_name", "name", Quote(info.devices[device].name), device, 0);
    Name("process_sort_index", "sort_index", absl::StrCat(device), device, 0);
  }

  /// With the class of the task and its ids, which the name need not tell.
  void NameTrack(const TraceInfo& info, const Io& io, const Tracks::Track& track) {
    const std::string more = track.place == 0 ? "" : absl::StrCat(" +", track.place);
    std::string name = Quote(TaskText(info, io.task) + more);
    if (io.task != kNoTask) {
      const TaskInfo& task = info.tasks[io.task];
      absl::StrAppend(&name, ",\"class\":\"", TaskClassName(task.task_class), "\"");
      if (task.pid >= 0) absl::StrAppend(&name, ",\"pid\":", task.pid);
      if (task.tid >= 0) absl::StrAppend(&name, ",\"tid\":", task.tid);
    }
    Name("thread_name", "name", name, io.device, track.id);
    Name("thread_sort_index", "sort_index", absl::StrCat(track.id), io.device, track.id);
  }

  const std::string level_;
  TextOutput output_;
  Tracks tracks_;
  std::vector<bool> named_;  ///< by device
  bool any_ = false;         ///< an event has been written
};

}  // namespace

absl::StatusOr<std::unique_ptr<TraceWriter>> OpenChromeTraceWriter(const std::string& path,
                                                                   const WriteOptions& options) {
  IOREEL_ASSIGN_OR_RETURN(TextOutput output, TextOutput::Create(path));
  return std::make_unique<ChromeTraceWriter>(std::move(output), options);
}

}  // namespace ioreel
