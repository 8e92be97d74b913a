#include "formats/not_carried.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/units.h"

namespace ioreel {
namespace {

bool HasFacts(const DeviceInfo& device) {
  DeviceInfo bare;
  bare.name = device.name;
  return device != bare;
}

bool HasThreadName(const TaskInfo& task) {
  return !task.process.empty() && task.process != task.name;
}

bool HasParent(const TaskInfo& task) { return task.parent >= 0; }

bool HasProcess(const TaskInfo& task) { return task.pid >= 0 || !task.process.empty(); }

/// "the command, the host, 3 notes": what a trace says about itself.
void AddFacts(const TraceInfo& info, bool with_start, std::vector<std::string>* out) {
  const auto devices =
      static_cast<uint64_t>(std::count_if(info.devices.begin(), info.devices.end(), HasFacts));
  if (devices > 0) out->push_back(absl::StrCat("the facts of ", FormatCount(devices, "device")));
  if (info.command) out->push_back("the command");
  if (info.host != HostFacts()) out->push_back("the host");
  if (with_start && (info.start_wall_ns != kNoTime || info.start_clock_ns != kNoTime))
    out->push_back("the time of the start");
  if (!info.stage_events.empty()) out->push_back("the counts of kernel events");
  if (!info.notes.empty()) out->push_back(FormatCount(info.notes.size(), "note"));
}

}  // namespace

template <typename Row>
void NotCarried::CountRow(const Row& row) {
  completions_ += row.complete_ns != kNoTime;
  errors_ += row.error != 0;
  tasks_ += row.task != kNoTask;
  cpus_ += row.cpu != kNoCpu;
  priorities_ += row.priority != 0;
  flags_ += (row.flags & ~carries_.flags) != 0;
}

void NotCarried::Count(const TraceChunk& chunk) {
  queued_ += chunk.queued.size();
  requests_ += chunk.requests.size();
  events_ += chunk.events.size();
  if (carries_.queued) {
    for (const QueuedIo& io : chunk.queued) CountRow(io);
  }
  if (carries_.requests) {
    for (const IssuedRequest& request : chunk.requests) CountRow(request);
  }
}

std::vector<std::string> NotCarried::LeftOut(const TraceInfo& info) const {
  std::vector<std::string> left_out;
  const auto add = [&](bool carried, uint64_t count, absl::string_view what,
                       absl::string_view noun) {
    if (!carried && count > 0) left_out.push_back(absl::StrCat(what, FormatCount(count, noun)));
  };
  add(carries_.queued, queued_, "", "queued I/O");
  add(carries_.requests, requests_, "", "request");
  add(carries_.completions, completions_, "the completion times of ", "row");
  add(carries_.errors, errors_, "the errors of ", "row");
  add(carries_.tasks, tasks_, "the tasks of ", "row");
  const auto tasks = [&](bool (*has)(const TaskInfo&)) {
    return static_cast<uint64_t>(std::count_if(info.tasks.begin(), info.tasks.end(), has));
  };
  if (carries_.tasks) {
    add(carries_.thread_names, tasks(HasThreadName), "the names of ", "thread");
    add(carries_.processes, tasks(HasProcess), "the processes of ", "thread");
    if (carries_.processes) add(false, tasks(HasParent), "the parent processes of ", "thread");
  }
  add(carries_.cpus, cpus_, "the CPUs of ", "row");
  add(carries_.priorities, priorities_, "the priorities of ", "row");
  add(false, flags_, "flags of ", "row");
  if (!carries_.request_events && events_ > 0)
    left_out.push_back(
        absl::StrCat("requeues and partial completions (", FormatCount(events_), ")"));
  if (!carries_.facts) AddFacts(info, !carries_.start_time, &left_out);
  return left_out;
}

void NotCarried::Report(const TraceInfo& info) const {
  if (log_ == nullptr) return;
  if (const std::vector<std::string> left_out = LeftOut(info); !left_out.empty())
    log_->Add("not_carried", ImportLog::Severity::kNotice, "",
              absl::StrCat(format_, " has no place for: ", absl::StrJoin(left_out, ", ")));
  if (carries_.facts || (!info.tainted && info.losses.empty())) return;
  std::string lost = info.tainted ? "the taint of the trace" : "";
  if (!info.losses.empty())
    absl::StrAppend(&lost, lost.empty() ? "" : " and ", "its ",
                    FormatCount(info.LostEvents(), "lost event"), " in ",
                    FormatCount(info.losses.size(), "window"));
  log_->Add("taint_not_carried", ImportLog::Severity::kDataLoss, "",
            absl::StrCat(format_, " has no place for ", lost,
                         ": whoever reads it takes it for a whole recording"));
}

}  // namespace ioreel
