#include "capture/sources/relay.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/blktrace_api.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <deque>
#include <optional>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "capture/cpu_streams.h"
#include "capture/device_probe.h"
#include "capture/kernel_file.h"

namespace ioreel {
namespace {

constexpr uint64_t kSubBufferBytes = 512 << 10;  // as blktrace has it

class RelaySource : public CaptureSource {
 public:
  explicit RelaySource(KernelPaths paths) : paths_(std::move(paths)) {}
  ~RelaySource() override {
    Stop([](const RawEvent&) {}).IgnoreError();
  }

  absl::string_view name() const override { return "relay"; }

  absl::Status Start(const SourceOptions& options) override {
    IOREEL_RETURN_IF_ERROR(CheckDebugfs());
    IOREEL_RETURN_IF_ERROR(CheckTraceable(paths_, options.devices));
    IOREEL_RETURN_IF_ERROR(CheckTracerOff());
    IOREEL_ASSIGN_OR_RETURN(journal_, RestoreJournal::Create(name(), paths_.journal_folder));
    absl::Status status;
    for (const std::string& device : options.devices) {
      if (status.ok()) status = SetUp(device, options);
    }
    for (size_t i = 0; status.ok() && i < traces_.size(); ++i) status = Control(i, BLKTRACESTART);
    if (!status.ok()) Restore().IgnoreError();
    return status;
  }

  absl::Status Poll(const RawEventSink& sink) override {
    CountDropped();
    return streams_.Drain(false, sink);
  }

  absl::Status Stop(const RawEventSink& sink) override {
    if (!journal_) return absl::OkStatus();
    absl::Status status;
    for (size_t i = 0; i < traces_.size(); ++i) status.Update(Control(i, BLKTRACESTOP));
    CountDropped();
    status.Update(streams_.Drain(true, sink));
    streams_.ReportDamage();
    status.Update(Restore());
    return status;
  }

 private:
  /// A disk's trace in the kernel.
  struct Trace {
    std::string device;
    ScopedFd fd;
    std::string folder;    ///< in debugfs
    uint64_t dropped = 0;  ///< told so far
  };

  absl::Status CheckDebugfs() const {
    const std::string folder = paths_.debugfs + "/block";
    if (FileExists(folder)) return absl::OkStatus();
    if (geteuid() != 0) return absl::PermissionDeniedError("it needs root (sudo ioreel …)");
    return absl::NotFoundError(absl::StrCat(
        "no ", folder, " (debugfs is not mounted: mount -t debugfs debugfs ", paths_.debugfs, ")"));
  }

  /// While the ftrace tracer is on, the kernel writes every block trace there.
  absl::Status CheckTracerOff() const {
    const auto tracefs = Tracefs::Find(paths_.tracefs_roots);
    if (!tracefs.ok() || ReadKernelFileOrEmpty(tracefs->Path("current_tracer")) != "blk") {
      return absl::OkStatus();
    }
    return absl::FailedPreconditionError(
        absl::StrCat("the ftrace blk tracer is on (", tracefs->Path("current_tracer"),
                     ") and takes the events of every block trace"));
  }

  absl::Status SetUp(const std::string& device, const SourceOptions& options) {
    const std::string node = DeviceNode(device);
    Trace trace;
    trace.device = device;
    IOREEL_ASSIGN_OR_RETURN(trace.fd, OpenFd(node, O_RDONLY | O_NONBLOCK));
    blk_user_trace_setup setup = {};
    setup.act_mask = static_cast<__u16>(options.mask);
    setup.buf_size = static_cast<__u32>(std::min(options.buffer_bytes, kSubBufferBytes));
    setup.buf_nr = static_cast<__u32>(std::max<uint64_t>(options.buffer_bytes / setup.buf_size, 2));
    IOREEL_RETURN_IF_ERROR(journal_->WillTrace(node));
    if (ioctl(trace.fd.get(), BLKTRACESETUP, &setup) != 0) return SetUpError(errno, node);
    trace.folder = absl::StrCat(paths_.debugfs, "/block/", setup.name);
    traces_.push_back(std::move(trace));
    return OpenRelayFiles(traces_.back().folder);
  }

  static absl::Status SetUpError(int error, const std::string& node) {
    if (error == EBUSY) {
      return absl::FailedPreconditionError(absl::StrCat(
          node, " is being traced already; end that trace (blktrace -k -d ", node, ")"));
    }
    if (error == ENOTTY) {
      return absl::UnimplementedError(
          absl::StrCat("the kernel cannot trace ", node, " (it needs CONFIG_BLK_DEV_IO_TRACE)"));
    }
    return ErrnoError(error, "cannot set up the block trace of", node);
  }

  absl::Status OpenRelayFiles(const std::string& folder) {
    const int cpus = static_cast<int>(sysconf(_SC_NPROCESSORS_CONF));
    for (int cpu = 0; cpu < cpus; ++cpu) {
      const std::string path = absl::StrCat(folder, "/trace", cpu);
      auto fd = OpenFd(path, O_RDONLY | O_NONBLOCK);
      if (absl::IsNotFound(fd.status()) && cpu > 0) continue;  // a CPU that is not there
      if (absl::IsPermissionDenied(fd.status())) {
        return absl::PermissionDeniedError(absl::StrCat(
            fd.status().message(), geteuid() == 0 ? " (kernel lockdown closes debugfs)" : ""));
      }
      IOREEL_RETURN_IF_ERROR(fd.status());
      streams_.Add(path, *std::move(fd), cpu);
    }
    return absl::OkStatus();
  }

  absl::Status Control(size_t index, unsigned long request) {
    Trace& trace = traces_[index];
    if (ioctl(trace.fd.get(), request) == 0) return absl::OkStatus();
    return ErrnoError(errno,
                      request == BLKTRACESTART ? "cannot start the block trace of"
                                               : "cannot stop the block trace of",
                      trace.device);
  }

  /// `dropped` is a count for all CPUs: a loss between the last look at it and now.
  void CountDropped() {
    for (Trace& trace : traces_) {
      uint64_t dropped = 0;
      if (!absl::SimpleAtoi(ReadKernelFileOrEmpty(trace.folder + "/dropped"), &dropped)) continue;
      if (dropped > trace.dropped) streams_.AddLoss(kNoCpu, dropped - trace.dropped);
      trace.dropped = std::max(dropped, trace.dropped);
    }
  }

  absl::Status Restore() {
    streams_.Close();
    traces_.clear();
    const absl::Status status = journal_->Restore();
    journal_.reset();
    return status;
  }

  KernelPaths paths_;
  std::optional<RestoreJournal> journal_;
  std::deque<Trace> traces_;
  CpuStreams streams_;
};

}  // namespace

std::unique_ptr<CaptureSource> MakeRelaySource(KernelPaths paths) {
  return std::make_unique<RelaySource>(std::move(paths));
}

}  // namespace ioreel
