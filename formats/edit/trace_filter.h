#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "formats/import_log.h"
#include "formats/level_reader.h"
#include "formats/model/trace.h"

namespace ioreel {

/// Which rows of a trace are wanted. What is not set is no condition; all that are set must hold.
struct TraceFilter {
  int64_t from_ns = kNoTime, to_ns = kNoTime;  ///< rows that start in [from_ns, to_ns)
  std::vector<std::string> devices;            ///< of these names
  std::vector<std::string> tasks;  ///< of these names of threads or processes, pids or tids
  bool tree = false;               ///< of the recorded command and its descendants
  std::vector<Op> ops;
  std::optional<uint64_t> offset_begin, offset_end;  ///< that touch [offset_begin, offset_end)
  std::optional<Level> level;                        ///< of this table; the other is left out

  bool empty() const;
};

/// Judges rows by a TraceFilter and counts what it leaves out, by reason. Not thread-safe.
class RowJudge {
 public:
  explicit RowJudge(TraceFilter filter) : filter_(std::move(filter)) {}

  const TraceFilter& filter() const { return filter_; }

  bool Keeps(const QueuedIo& io, const TraceInfo& info) {
    return Keeps(io, io.queue_ns, io.task, info, &left_out_queued_);
  }
  /// `task`: who queued it where that is known, else who issued it.
  bool Keeps(const IssuedRequest& request, uint32_t task, const TraceInfo& info) {
    return Keeps(request, request.issue_ns, task, info, &left_out_requests_);
  }
  bool KeepsDevice(uint16_t device, const TraceInfo& info);

  /// At the end: what was left out, a notice for each reason.
  /// Errors: InvalidArgument for a device or task that the trace does not have.
  absl::Status Report(const TraceInfo& info, ImportLog* log) const;

 private:
  enum Reason { kTime, kBefore, kAfter, kDevice, kTask, kOp, kOffset, kReasons };
  using Counts = std::array<uint64_t, kReasons>;

  template <typename Row>
  bool Keeps(const Row& row, int64_t start_ns, uint32_t task, const TraceInfo& info,
             Counts* left_out);
  template <typename Row>
  std::optional<Reason> WhyNot(const Row& row, int64_t start_ns, uint32_t task,
                               const TraceInfo& info);
  bool WantsTask(const TaskInfo& task) const;
  bool KeepsTask(uint32_t index, const TraceInfo& info);
  bool TouchesRange(uint64_t offset, uint64_t length) const;

  TraceFilter filter_;
  Counts left_out_queued_{}, left_out_requests_{};
  std::vector<bool> keeps_device_;               ///< by index, as far as asked
  std::vector<std::optional<bool>> keeps_task_;  ///< by index; nullopt = not asked
};

}  // namespace ioreel
