#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "base/host_facts.h"
#include "formats/model/time.h"

namespace ioreel {

/// A traced device, as found when the trace was made. Empty or nullopt = unknown.
struct DeviceInfo {
  std::string name;  ///< as the source names it: "nvme0n1", "\\.\PhysicalDrive1"; never rewritten
  uint32_t major = 0, minor = 0;  ///< kernel number; 0,0 = unknown
  std::optional<uint64_t> size_bytes;
  std::optional<uint32_t> logical_block_bytes, physical_block_bytes;
  std::optional<bool> rotational;
  std::string model;
  std::optional<uint64_t>
      partition_start_bytes;  ///< set for a partition; offsets in the trace are of the whole disk
  std::string parent;         ///< the whole disk of a partition
  std::vector<std::string> members;  ///< of an md, dm or loop device: what lies below
  std::string scheduler;
  std::optional<uint32_t> read_ahead_kb, nr_requests, max_sectors_kb;
  std::optional<int64_t> wbt_lat_usec;  ///< write-back throttling; 0 = off
  std::string write_cache;              ///< "write back" or "write through"
  std::optional<bool> fua;
  std::string filesystem;  ///< type mounted on it when recorded
  std::string mount_point;

  bool operator==(const DeviceInfo&) const = default;
};

/// How a task stands to the recorded command.
enum class TaskClass : uint8_t {
  kOther = 0,
  kTree = 1,       ///< the recorded command and its descendants
  kWriteback = 2,  ///< kernel flusher threads (kworker …-flush-…)
  kKernel = 3,     ///< other kernel threads: jbd2, loop, kworker
  kRecorder = 4,   ///< ioreel itself
};
absl::string_view TaskClassName(TaskClass task_class);
std::optional<TaskClass> FindTaskClass(absl::string_view name);

/// A thread under one name. A thread that changes its name (exec, prctl) gets a further row, so
/// that each I/O keeps the name of its time.
struct TaskInfo {
  int32_t pid = -1;     ///< process (thread group) id; -1 = unknown
  int32_t tid = -1;     ///< thread id
  int32_t parent = -1;  ///< parent process id
  std::string name;     ///< thread name (comm); empty = unknown
  std::string process;  ///< name of the process; empty = as the thread
  TaskClass task_class = TaskClass::kOther;

  bool operator==(const TaskInfo&) const = default;
};

/// The command that was recorded.
struct CommandInfo {
  std::vector<std::string> argv;
  int64_t start_ns = kNoTime;      ///< trace time of its exec
  int64_t exit_ns = kNoTime;       ///< trace time of its end; descendants may go on
  std::optional<int> exit_code;    ///< 128 + signal when killed by one
  std::optional<int> exit_signal;  ///< the signal that killed it

  bool operator==(const CommandInfo&) const = default;
};

/// Events that the kernel dropped, or a reader could not have: between the last event seen
/// before the gap and the first after it, on one CPU.
struct LossWindow {
  int32_t cpu = -1;  ///< -1 = not known which
  int64_t from_ns = kNoTime, to_ns = kNoTime;
  uint64_t events = 0;  ///< lower bound; 0 = an unknown number

  bool operator==(const LossWindow&) const = default;
};

/// Everything about a trace that is not a row.
struct TraceInfo {
  std::vector<DeviceInfo> devices;
  std::vector<TaskInfo> tasks;
  std::vector<LossWindow> losses;
  std::optional<CommandInfo> command;

  int64_t start_wall_ns = kNoTime;   ///< CLOCK_REALTIME at trace time 0, ns since 1970
  int64_t start_clock_ns = kNoTime;  ///< the source's own clock at trace time 0
  std::string clock;                 ///< "CLOCK_MONOTONIC", "FILETIME", …
  int64_t clock_resolution_ns = 1;   ///< coarser than 1 where the source is
  HostFacts host;
  std::string source;                            ///< "ftrace-blk", "blktrace", "fio-iolog", …
  std::string origin;                            ///< file or command line it was made from
  std::string writer;                            ///< "ioreel 0.1.0"
  std::map<std::string, uint64_t> stage_events;  ///< events seen by stage name, before pairing
  std::map<std::string, std::string> notes;      ///< anything else worth keeping, by key

  bool tainted = false;  ///< salvaged or lossy: results made from it say so
  bool operator==(const TraceInfo&) const = default;
  uint64_t LostEvents() const;  ///< sum over `losses`, at least 1 for each unknown number
};

}  // namespace ioreel
