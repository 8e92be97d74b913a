#include "absl/strings/match.h"
#include "base/status_macros.h"
#include "formats/etl/buffer.h"
#include "formats/etl/log_header.h"
#include "formats/etl/reader.h"
#include "formats/formats.h"
#include "formats/import/faults.h"

namespace ioreel {
namespace {

class Etl : public Format {
 public:
  absl::string_view name() const override { return "etl"; }
  absl::string_view description() const override {
    return "event traces of Windows (.etl: xperf, wpr, PerfView, the NT Kernel Logger) with DiskIo "
           "events";
  }
  absl::string_view carries() const override {
    return "start, latency, thread, process, priority of queued I/Os; disks, losses; no issue "
           "times";
  }
  bool Sniff(absl::string_view head, absl::string_view) const override {
    if (head.size() < kEtlBufferHeaderBytes || !DecodeEtlBufferHeader(head.data()).IsPlausible())
      return false;
    EtlRecord record;
    return EtlRecordWalker(head.substr(kEtlBufferHeaderBytes)).Next(&record) &&
           IsEtlLogHeader(record);
  }
  bool SniffLast(absl::string_view, absl::string_view name) const override {
    return absl::EndsWithIgnoreCase(name, ".etl");
  }
  absl::StatusOr<std::unique_ptr<TraceReader>> OpenReader(
      std::vector<std::unique_ptr<Input>> inputs, const ReadOptions& options,
      ImportLog* log) const override {
    IOREEL_ASSIGN_OR_RETURN(const std::unique_ptr<Input> input, OnlyInput(std::move(inputs)));
    return EtlReader::Open(*input, options, log);
  }
};

}  // namespace

const Format* EtlFormat() {
  static const auto* format = new Etl;
  return format;
}

}  // namespace ioreel
