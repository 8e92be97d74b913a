#include "capture/event_instance.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <limits>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "capture/kernel_file.h"
#include "capture/ring_page.h"

namespace ioreel {
namespace {

constexpr size_t kLargestPage = 1 << 16;  // sub-buffers are 4 KiB unless someone enlarged them

}  // namespace

absl::StatusOr<std::unique_ptr<EventInstance>> EventInstance::Open(const Tracefs& tracefs,
                                                                   const InstanceOptions& options) {
  IOREEL_ASSIGN_OR_RETURN(RestoreJournal journal,
                          RestoreJournal::Create(options.name, options.journal_folder));
  const std::string folder =
      tracefs.Path(absl::StrCat("instances/ioreel-", getpid(), "-", options.name));
  auto instance = std::unique_ptr<EventInstance>(new EventInstance(folder, std::move(journal)));
  instance->open_ = true;
  const absl::Status status = instance->SetUp(tracefs, options);
  if (!status.ok()) {
    instance->Close().IgnoreError();
    return status;
  }
  return instance;
}

EventInstance::~EventInstance() {
  if (const absl::Status status = Close(); !status.ok()) LogWarning(status.message());
}

absl::Status EventInstance::SetUp(const Tracefs& tracefs, const InstanceOptions& options) {
  IOREEL_RETURN_IF_ERROR(journal_.MakeInstance(folder_));
  IOREEL_RETURN_IF_ERROR(WriteKernelFile(folder_ + "/trace_clock", "mono"));
  IOREEL_RETURN_IF_ERROR(
      WriteKernelFile(folder_ + "/buffer_size_kb", absl::StrCat(options.buffer_bytes >> 10)));
  IOREEL_RETURN_IF_ERROR(FollowOnly(options.only_tids));
  page_.resize(kLargestPage);
  const std::vector<int> cpus =
      tracefs.Cpus(absl::string_view(folder_).substr(tracefs.root().size() + 1));
  for (int cpu : cpus) {
    IOREEL_ASSIGN_OR_RETURN(ScopedFd pipe,
                            OpenFd(absl::StrCat(folder_, "/per_cpu/cpu", cpu, "/trace_pipe_raw"),
                                   O_RDONLY | O_NONBLOCK));
    pipes_.push_back(std::move(pipe));
  }
  for (const EventRequest& request : options.events) {
    const absl::Status status = Enable(request, tracefs.Path("events/"));
    if (status.ok()) {
      enabled_.push_back(request.event);
    } else if (request.required) {
      return status;
    }
  }
  return absl::OkStatus();
}

absl::Status EventInstance::FollowOnly(const std::vector<int32_t>& tids) {
  if (tids.empty()) return absl::OkStatus();
  IOREEL_RETURN_IF_ERROR(WriteKernelFile(folder_ + "/options/event-fork", "1"));
  return WriteKernelFile(folder_ + "/set_event_pid", absl::StrJoin(tids, " "));
}

absl::Status EventInstance::Enable(const EventRequest& request, const std::string& format_folder) {
  IOREEL_ASSIGN_OR_RETURN(const std::string format,
                          ReadKernelFile(absl::StrCat(format_folder, request.event, "/format")));
  IOREEL_RETURN_IF_ERROR(decoder_.AddFormat(format));
  const std::string folder = absl::StrCat(folder_, "/events/", request.event);
  if (!request.filter.empty()) {
    IOREEL_RETURN_IF_ERROR(WriteKernelFile(folder + "/filter", request.filter));
  }
  return WriteKernelFile(folder + "/enable", "1");
}

bool EventInstance::HasEvent(absl::string_view event) const {
  return std::find(enabled_.begin(), enabled_.end(), event) != enabled_.end();
}

absl::StatusOr<int64_t> EventInstance::Drain(bool all, std::vector<SideEvent>* out) {
  const int64_t began_ns = SteadyClock().NowNs();
  for (size_t cpu = 0; cpu < pipes_.size(); ++cpu) IOREEL_RETURN_IF_ERROR(DrainCpu(cpu));
  const int64_t whole_ns = all ? std::numeric_limits<int64_t>::max() : last_drain_ns_;
  merger_.Release(whole_ns, [out](const SideEvent& event) { out->push_back(event); });
  last_drain_ns_ = began_ns;
  return whole_ns;
}

absl::Status EventInstance::DrainCpu(size_t cpu) {
  for (;;) {
    const ssize_t n = read(pipes_[cpu].get(), page_.data(), page_.size());
    if (n == 0 || (n < 0 && errno == EAGAIN)) return absl::OkStatus();
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return ErrnoError(errno, "cannot read the events of", folder_);
    TakePage(cpu, absl::string_view(page_.data(), static_cast<size_t>(n)));
  }
}

void EventInstance::TakePage(size_t cpu, absl::string_view bytes) {
  RingPage page(bytes);
  if (page.lost() != 0) lost_ += page.lost() > 0 ? static_cast<uint64_t>(page.lost()) : 1;
  RingPage::Event event;
  while (page.Next(&event)) {
    if (const auto side = decoder_.Decode(event.time_ns, event.bytes)) merger_.Add(cpu, *side);
  }
  if (page.damaged()) ++lost_;
}

absl::Status EventInstance::Close() {
  if (!open_) return absl::OkStatus();
  open_ = false;
  pipes_.clear();
  return journal_.Restore();
}

}  // namespace ioreel
