#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "formats/import_log.h"
#include "formats/model/trace.h"

namespace ioreel {

/// What a format keeps of a trace besides time, op, range and device of its rows.
struct Carries {
  bool queued = true, requests = true;  ///< the tables
  bool completions = true;              ///< when rows were complete
  bool errors = true;
  bool tasks = true;         ///< who made the I/O
  bool thread_names = true;  ///< beside those of processes
  bool processes = true;     ///< ids, names and classes of processes, beside threads
  bool cpus = true, priorities = true;
  bool request_events = true;   ///< requeues, partial completions
  bool facts = true;            ///< TraceInfo: devices but for their names, host, command, notes
  bool start_time = false;      ///< TraceInfo::start_*, where facts are not
  IoFlags flags = kAllIoFlags;  ///< those it has words for
};

/// Counts what a trace holds that the format written has no place for, and names it in the log:
/// what is merely left out in one notice, losses and taint, which a reader would miss, in a
/// warning. Not thread-safe.
class NotCarried {
 public:
  /// `format` as a sentence has it: "a CSV". `log` may be null.
  NotCarried(std::string format, const Carries& carries, ImportLog* log)
      : format_(std::move(format)), carries_(carries), log_(log) {}

  void Count(const TraceChunk& chunk);
  /// At the end, once.
  void Report(const TraceInfo& info) const;

 private:
  template <typename Row>
  void CountRow(const Row& row);
  std::vector<std::string> LeftOut(const TraceInfo& info) const;

  std::string format_;
  Carries carries_;
  ImportLog* log_;
  uint64_t queued_ = 0, requests_ = 0, events_ = 0;
  uint64_t completions_ = 0, errors_ = 0, tasks_ = 0, cpus_ = 0, priorities_ = 0, flags_ = 0;
};

}  // namespace ioreel
