#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "formats/level_reader.h"
#include "formats/level_rows.h"
#include "formats/model/trace.h"
#include "formats/model/trace_info.h"
#include "formats/summary/io_selection.h"
#include "formats/summary/level_summary.h"

namespace ioreel {

/// What the rows of a whole trace amount to, at each level: of the I/Os that DefaultSelection
/// takes.
struct TraceSummary {
  struct PerLevel {
    uint64_t ios = 0;      ///< taken or not
    uint64_t untimed = 0;  ///< as LevelReader::untimed()
    LevelSummary taken;
    bool operator==(const PerLevel&) const = default;
  };
  PerLevel queue, issue;

  const PerLevel& at(Level level) const { return level == Level::kIssue ? issue : queue; }
  bool operator==(const TraceSummary&) const = default;
};

/// Sums up a trace while it is written. Not thread-safe.
class TraceSummarizer {
 public:
  /// `info` as known by now. REQUIRES: rows and info as TraceWriter::Write asks.
  void Add(const TraceInfo& info, const TraceChunk& chunk);

  /// nullopt where rows were taken for what the final `info` does not say of them any more, or came
  /// out of order: then whoever wants to know must read them.
  std::optional<TraceSummary> Finish(const TraceInfo& info);

 private:
  /// What was taken for known of the tasks and devices of rows, as far as the sums hang on it.
  class Known {
   public:
    void Learn(const TraceInfo& info);
    bool Holds(const TraceInfo& info) const;

   private:
    struct Task {
      TaskClass task_class = TaskClass::kOther;
      bool has_thread = false;
      bool operator==(const Task&) const = default;
    };
    static Task Of(const TaskInfo& task);
    static std::optional<int64_t> StartOf(const TraceInfo& info);

    bool any_ = false;
    std::optional<int64_t> command_start_ns_;
    std::vector<Task> tasks_;
    std::vector<std::optional<uint64_t>> device_starts_;
  };
  class PerLevel {
   public:
    explicit PerLevel(Level level) : rows_(level) {}
    /// False: the rows break their order.
    bool Add(const TraceInfo& info, const TraceChunk& chunk);
    bool Finish(const TraceInfo& info, TraceSummary::PerLevel* sum);

   private:
    bool AddReady(const TraceInfo& info);

    LevelRows rows_;
    std::optional<IoSelector> selector_;
    LevelSummarizer sum_;
    std::vector<Io> ready_;
    uint64_t ios_ = 0;
    int64_t last_ns_ = kNoTime;
  };

  Known known_;
  PerLevel queue_{Level::kQueue}, issue_{Level::kIssue};
  bool in_order_ = true;
};

}  // namespace ioreel
