#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "analysis/report/workload_output.h"

namespace ioreel {
namespace {

constexpr char kColumns[] =
    "start_ns,step_ns,operation,access,up_to_bytes,ios,bytes,completed,mean_latency_ns,"
    "max_latency_ns,in_flight_ns,busy_ns,mean_depth,max_depth,working_set_bytes,"
    "first_touched_bytes\n";

/// Empty where no completion is known.
std::string LatencyColumns(const StepTable::Stream& stream) {
  if (stream.completed == 0) return ",";
  return absl::StrFormat("%.0f,%d", stream.latency_ns / static_cast<double>(stream.completed),
                         stream.max_latency_ns);
}

std::string CountColumns(const StepTable::Stream& stream) {
  return absl::StrCat(stream.ios, ",", stream.bytes, ",", stream.completed, ",",
                      LatencyColumns(stream));
}

std::string StreamRow(absl::string_view when, const StepTable::Stream& stream) {
  return absl::StrCat(when, stream.writes ? "write," : "read,",
                      stream.sequential ? "sequential," : "random,",
                      OpMix::SizeOfClass(stream.size_class), ",", CountColumns(stream), ",,,,,,\n");
}

std::string StepRow(absl::string_view when, const WorkloadStep& step) {
  StepTable::Stream all;
  for (const StepTable::Stream& stream : step.streams) all.Merge(stream);
  return absl::StrCat(when, "all,,,", CountColumns(all), ",", step.depth.in_flight_ns, ",",
                      step.depth.busy_ns, ",", absl::StrFormat("%.6g", step.depth.mean_depth()),
                      ",", step.depth.max_depth, ",", step.working_set_bytes, ",",
                      step.first_touched_bytes, "\n");
}

}  // namespace

std::string WorkloadCsv(const Workload& workload) {
  std::string text = kColumns;
  for (const WorkloadStep& step : workload.steps) {
    const std::string when = absl::StrCat(step.start_ns, ",", workload.step_ns, ",");
    text += StepRow(when, step);
    for (const StepTable::Stream& stream : step.streams) text += StreamRow(when, stream);
    if (step.others > 0) absl::StrAppend(&text, when, "other,,,", step.others, ",,,,,,,,,,\n");
  }
  return text;
}

}  // namespace ioreel
