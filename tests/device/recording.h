#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/sysfs_block.h"
#include "capture/recorder.h"
#include "capture/tracefs.h"
#include "formats/model/trace.h"

namespace ioreel {

/// Keeps the rows of a recording in memory.
class CollectingWriter : public TraceWriter {
 public:
  absl::Status Write(const TraceInfo&, const TraceChunk& chunk) override {
    queued.insert(queued.end(), chunk.queued.begin(), chunk.queued.end());
    requests.insert(requests.end(), chunk.requests.begin(), chunk.requests.end());
    return absl::OkStatus();
  }
  absl::Status Finish(const TraceInfo&) override { return absl::OkStatus(); }
  RowCounts written() const override { return {queued.size(), requests.size()}; }

  std::vector<QueuedIo> queued;
  std::vector<IssuedRequest> requests;
};

/// A recording made in this process.
struct Recording {
  TraceInfo info;
  CollectingWriter rows;
  RecordSummary summary;

  uint64_t Count(Op op) const {
    return static_cast<uint64_t>(std::count_if(rows.queued.begin(), rows.queued.end(),
                                               [op](const QueuedIo& io) { return io.op == op; }));
  }
  uint64_t Bytes(Op op) const {
    uint64_t bytes = 0;
    for (const QueuedIo& io : rows.queued) bytes += io.op == op ? io.length : 0;
    return bytes;
  }
  const TaskInfo& TaskOf(const QueuedIo& io) const { return info.tasks.at(io.task); }
};

inline absl::Status RecordInto(Recording* recording, const RecordOptions& options) {
  auto summary = Record(
      options, &recording->info, [&]() -> absl::StatusOr<TraceWriter*> { return &recording->rows; },
      [](const RecordSummary&) {});
  if (!summary.ok()) return summary.status();
  recording->summary = *std::move(summary);
  return absl::OkStatus();
}

inline RecordOptions ShellOn(const std::string& device, const std::string& script) {
  RecordOptions options;
  options.devices.push_back(*SysfsBlock::FindByName(device));
  options.argv = {"sh", "-ec", script};
  options.settle_ns = 200'000'000;
  return options;
}

}  // namespace ioreel

/// Recording needs root, tracefs and a tracer that no one else uses.
#define SKIP_UNLESS_RECORDING_WORKS()                                                   \
  if (geteuid() != 0) GTEST_SKIP() << "recording needs root";                           \
  const auto tracefs_here = ::ioreel::Tracefs::Find();                                  \
  if (!tracefs_here.ok()) GTEST_SKIP() << std::string(tracefs_here.status().message()); \
  const absl::Status tracer_free = tracefs_here->CheckFree({});                         \
  if (!tracer_free.ok()) GTEST_SKIP() << std::string(tracer_free.message())
