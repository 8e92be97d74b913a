#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "formats/blktrace/event_stream.h"
#include "formats/blktrace/task_names.h"
#include "formats/format.h"
#include "formats/pairing/request_pairer.h"

namespace ioreel {

/// A blktrace recording as a trace: its files merged, its events paired. Trace time 0 is its first
/// event. Devices are named by their kernel number ("8:16"), the only name a recording has.
class BlktraceReader : public TraceReader {
 public:
  /// Errors: InvalidArgument for a recording without events and, at TimeOrder::kReject, for one
  /// out of order; Unimplemented for one of another version; those of reading. Warns in `log`,
  /// which must outlive it, of CPUs without a file and of events out of order.
  static absl::StatusOr<std::unique_ptr<BlktraceReader>> Open(
      std::vector<std::unique_ptr<Input>> inputs, const ReadOptions& options, ImportLog* log);

  const TraceInfo& info() const override { return info_; }
  absl::StatusOr<bool> Read(TraceChunk* chunk) override;

 private:
  BlktraceReader(int64_t origin_ns, ImportLog* log);
  void TakeNote(const BlktraceNote& note);
  absl::Status AddBatch();
  absl::Status End();
  void Finish();

  ImportLog* const log_;
  const int64_t origin_ns_;
  TraceInfo info_;
  std::unique_ptr<BlktraceEventStream> stream_;
  BlktraceTasks tasks_{&info_.tasks};
  RequestPairer pairer_;
  bool at_end_ = false, finished_ = false;
};

}  // namespace ioreel
