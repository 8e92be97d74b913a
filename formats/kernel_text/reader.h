#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "formats/blktrace/task_names.h"
#include "formats/columnar/name_tables.h"
#include "formats/format.h"
#include "formats/kernel_devices.h"
#include "formats/kernel_text/event_stream.h"
#include "formats/kernel_text/survey.h"
#include "formats/pairing/loss_log.h"
#include "formats/pairing/request_pairer.h"
#include "formats/sort/time_sorter.h"

namespace ioreel {

/// A text of kernel events as a trace: its events in order of time, paired. Trace time 0 is the
/// first event. A text in order is read as a stream; one out of order is sorted by way of a
/// temporary file where it is large. One of completions alone gets an I/O for each, at the time of
/// its completion (kInventedTime), which is then unknown.
class KernelTextReader : public TraceReader {
 public:
  /// `source` is TraceInfo::source. `log` must outlive the reader.
  /// Errors: InvalidArgument for a bad line, at TimeOrder::kReject for one out of order, and for a
  /// text that shows no I/O; those of reading.
  static absl::StatusOr<std::unique_ptr<KernelTextReader>> Open(std::unique_ptr<Input> input,
                                                                ParseKernelLineFn parse,
                                                                absl::string_view source,
                                                                const ReadOptions& options,
                                                                ImportLog* log);

  const TraceInfo& info() const override { return info_; }
  absl::StatusOr<bool> Read(TraceChunk* chunk) override;

 private:
  KernelTextReader(KernelEventStream stream, const KernelTextSurvey& survey,
                   std::unique_ptr<ImportLog> told, ImportLog* log);
  absl::Status Sort();
  absl::Status AddEvents();
  absl::Status AddSorted();
  /// The next event of the stream, with its device and task; false at the end.
  absl::StatusOr<bool> NextEvent(StageEvent* event);
  void Add(const StageEvent& event);
  void Finish();

  ImportLog* const log_;
  const std::unique_ptr<ImportLog> told_;  ///< of the stream, as the survey has told it already
  const KernelTextSurvey survey_;
  TraceInfo info_;
  NameTables names_{&info_, TaskClassOfName};
  KernelDevices devices_{&info_.devices};
  LossLog losses_;
  KernelEventStream stream_;
  std::optional<TimeSorter<StageEvent, &StageEvent::time_ns>> sorter_;
  RequestPairer pairer_;
  int64_t latest_ns_;
  bool at_end_ = false, finished_ = false;
};

}  // namespace ioreel
