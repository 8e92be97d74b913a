#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "formats/etl/buffer_stream.h"
#include "formats/etl/census.h"
#include "formats/etl/clock.h"
#include "formats/etl/config.h"
#include "formats/etl/disk_events.h"
#include "formats/etl/event.h"
#include "formats/etl/life.h"
#include "formats/etl/log_header.h"
#include "formats/etl/losses.h"
#include "formats/etl/strings.h"
#include "formats/format.h"
#include "formats/sort/time_sorter.h"

namespace ioreel {

using EtlEventSorter = TimeSorter<EtlEvent, &EtlEvent::time_ns>;

/// The one pass over a .etl file. Buffers lie in the file as the CPUs filled them, and names are
/// told at its end: so what matters is taken out of every buffer, as it comes, and sorted.
class EtlScan {
 public:
  /// `log` must outlive it.
  explicit EtlScan(ImportLog* log) : log_(log), disk_events_(log) {}

  /// Reads all. Errors: InvalidArgument for a file that does not start with a log header or has no
  /// disk event, saying what it has; those of EtlBufferStream, of EtlClock, and of sorting.
  absl::Status Run(const Input& input, const ReadOptions& options);

  // What was found. REQUIRES: Run has succeeded.
  const EtlLogHeader& header() const { return *header_; }
  const EtlClock& clock() const { return *clock_; }
  const EtlConfig& config() const { return config_; }
  const EtlDiskEvents& disk_events() const { return disk_events_; }
  const EtlStrings& strings() const { return strings_; }
  std::vector<LossWindow> Losses() const { return losses_.Windows(*header_, *clock_, missing_); }
  EtlEventSorter& events() { return events_; }  ///< finished

 private:
  using Place = absl::FunctionRef<std::string()>;

  absl::Status ReadBuffer(const EtlBuffer& buffer, const EtlBufferStream& stream);
  absl::Status ReadLogHeader(const EtlRecord& record, const EtlBufferStream& stream);
  absl::Status TakeKernel(const EtlRecord& record, uint16_t cpu, Place place);
  absl::Status TakeDisk(const EtlRecord& record, uint16_t cpu, Place place);
  absl::Status TakeLife(const EtlRecord& record, Place place);
  absl::Status Finish(const EtlBufferStream& stream, absl::string_view name);
  void ReportState(absl::string_view name);
  absl::Status NoDiskEvents(absl::string_view name) const;

  ImportLog* const log_;
  std::optional<EtlLogHeader> header_;
  std::optional<EtlClock> clock_;
  EtlConfig config_;
  EtlDiskEvents disk_events_;
  EtlStrings strings_;
  EtlCensus census_;
  EtlLosses losses_;
  EtlEventSorter events_{1 << 16};
  uint64_t file_names_ = 0;  ///< events that name a file
  uint64_t missing_ = 0;     ///< buffers that were written and are not there
};

}  // namespace ioreel
