#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "formats/formats.h"
#include "formats/import/faults.h"
#include "formats/import/row_importer.h"
#include "formats/io/tar_members.h"
#include "formats/number_gaps.h"
#include "formats/octf/files.h"
#include "formats/octf/proto_fields.h"
#include "formats/octf/source.h"
#include "formats/octf/summary.h"

/// Traces of Open-CAS iotrace (OCTF): a folder of files `octf.trace.N`, one a CPU, and a summary,
/// mostly packed with tar.

namespace ioreel {
namespace {

using Inputs = std::vector<std::unique_ptr<Input>>;

bool IsPackedTrace(absl::string_view head) {
  return IsTar(head) && absl::StrContains(head, "octf.");
}

/// The first message is an event, and so is what begins behind it.
bool BeginsWithEvents(absl::string_view head) {
  constexpr uint64_t kMost = 2048;
  const auto length = TakeVarint(&head);
  if (!length || *length < 4 || *length > std::min<uint64_t>(kMost, head.size())) return false;
  if (!DecodeOctfEvent(head.substr(0, *length))) return false;
  head.remove_prefix(*length);
  const auto next = TakeVarint(&head);
  if (!next || *next > head.size()) return head.empty() || next.has_value();
  return DecodeOctfEvent(head.substr(0, *next)).has_value();
}

/// The files of a trace that was packed with tar.
absl::StatusOr<Inputs> Unpack(Inputs inputs, const ReadOptions& options, ImportLog* log) {
  IOREEL_ASSIGN_OR_RETURN(const std::string head, inputs.front()->Head());
  if (inputs.size() > 1 || !IsTar(head)) return inputs;
  IOREEL_ASSIGN_OR_RETURN(TarMembers members,
                          SpoolTarMembers(*inputs.front(), [](absl::string_view path) {
                            return OctfQueue(path) >= 0 || IsOctfSummary(path);
                          }));
  if (!members.damage.ok()) IOREEL_RETURN_IF_ERROR(Damage(members.damage, options, log));
  return std::move(members.inputs);
}

/// Says what of the trace is not there, as far as names and summary tell.
void NoteMissing(const OctfSource::Inputs& files, const OctfSummary& summary, ImportLog* log) {
  constexpr uint64_t kMostQueues = 1 << 16;
  const std::string& place = files.front()->name();
  std::set<int> queues;
  for (const auto& file : files) queues.insert(OctfQueue(file->name()));
  const int named = *queues.rbegin() + 1;
  const int expected = static_cast<int>(std::min(summary.queues.value_or(0), kMostQueues));
  const std::string gaps = NumberGaps(queues, std::max(named, expected));
  if (!gaps.empty())
    log->Add("missing_cpu", ImportLog::Severity::kNotice, place,
             absl::StrCat("no events of queue ", gaps,
                          " (no file octf.trace.N, or an empty one); what happened there is not "
                          "in the trace"));
  if (!summary.dropped)
    log->Add(
        "no_summary", ImportLog::Severity::kNotice, place,
        "no octf.summary that says how many events were dropped: whether the trace is whole is "
        "not known");
}

class Iotrace : public Format {
 public:
  absl::string_view name() const override { return "iotrace"; }
  absl::string_view description() const override {
    return "Open-CAS iotrace: folder of files octf.trace.N, any of them, or a tar";
  }
  absl::string_view carries() const override {
    return "start and completion in ns, errors, FUA and flushes, devices with size and model; no "
           "tasks; file system events are counted only";
  }

  bool Sniff(absl::string_view head, absl::string_view name) const override {
    return IsPackedTrace(head) || BeginsWithEvents(head) || IsOctfSummary(name);
  }

  bool ReadsArchives() const override { return true; }

  absl::StatusOr<std::unique_ptr<TraceReader>> OpenReader(Inputs inputs, const ReadOptions& options,
                                                          ImportLog* log) const override {
    const std::string name = inputs.front()->name();
    IOREEL_ASSIGN_OR_RETURN(inputs, Unpack(std::move(inputs), options, log));
    OctfSource::Inputs files;
    OctfSummary summary;
    for (std::unique_ptr<Input>& input : inputs) {
      if (!IsOctfSummary(input->name())) {
        files.push_back(std::move(input));
        continue;
      }
      IOREEL_ASSIGN_OR_RETURN(summary, ReadOctfSummary(*input));
    }
    if (files.empty())
      return absl::InvalidArgumentError(absl::StrCat(name, ": holds no file octf.trace.N"));
    NoteMissing(files, summary, log);
    IOREEL_ASSIGN_OR_RETURN(
        std::unique_ptr<RowSource> source,
        OctfSource::Open(std::move(files), summary.dropped.value_or(0), options, log));
    return MakeRowImporter(std::move(source), TimeOrder::kSort, options, log);
  }
};

}  // namespace

const Format* IotraceFormat() {
  static const auto* format = new Iotrace;
  return format;
}

}  // namespace ioreel
