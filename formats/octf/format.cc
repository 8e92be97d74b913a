#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "formats/formats.h"
#include "formats/import/row_importer.h"
#include "formats/io/tar_members.h"
#include "formats/octf/proto_fields.h"
#include "formats/octf/source.h"

/// Traces of Open-CAS iotrace (OCTF): a folder of files `octf.trace.N`, one a CPU, and a summary,
/// mostly packed with tar.

namespace ioreel {
namespace {

using Inputs = std::vector<std::unique_ptr<Input>>;

absl::string_view BaseName(absl::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == absl::string_view::npos ? path : path.substr(slash + 1);
}

bool IsSummary(absl::string_view name) { return BaseName(name) == "octf.summary"; }
bool IsTraceFile(absl::string_view name) { return absl::StartsWith(BaseName(name), "octf.trace."); }

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
absl::StatusOr<Inputs> Unpack(Inputs inputs) {
  IOREEL_ASSIGN_OR_RETURN(const std::string head, inputs.front()->Head());
  if (inputs.size() > 1 || !IsTar(head)) return inputs;
  return SpoolTarMembers(
      *inputs.front(), [](absl::string_view path) { return IsTraceFile(path) || IsSummary(path); });
}

/// Events that the tracer dropped, as the summary has it; 0 where there is none.
absl::StatusOr<uint64_t> DroppedEvents(const Input& summary) {
  IOREEL_ASSIGN_OR_RETURN(const std::string text, summary.Head());
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("droppedEvents")) return 0;
  const nlohmann::json& dropped = json["droppedEvents"];
  if (dropped.is_number_unsigned()) return dropped.get<uint64_t>();
  uint64_t events = 0;
  if (dropped.is_string() && absl::SimpleAtoi(dropped.get<std::string>(), &events)) return events;
  return 0;
}

class Iotrace : public Format {
 public:
  absl::string_view name() const override { return "iotrace"; }
  absl::string_view description() const override {
    return "Open-CAS iotrace: files octf.trace.N, or a tar of them";
  }
  absl::string_view carries() const override {
    return "start and completion in ns, errors, FUA and flushes, devices with size and model; no "
           "tasks; file system events are counted only";
  }

  bool Sniff(absl::string_view head, absl::string_view name) const override {
    return IsPackedTrace(head) || BeginsWithEvents(head) ||
           (IsSummary(name) && absl::StrContains(head, "tracedEvents"));
  }

  absl::StatusOr<std::unique_ptr<TraceReader>> OpenReader(Inputs inputs, const ReadOptions& options,
                                                          ImportLog* log) const override {
    const std::string name = inputs.front()->name();
    IOREEL_ASSIGN_OR_RETURN(inputs, Unpack(std::move(inputs)));
    OctfSource::Inputs files;
    uint64_t dropped = 0;
    for (std::unique_ptr<Input>& input : inputs) {
      if (!IsSummary(input->name())) {
        files.push_back(std::move(input));
        continue;
      }
      IOREEL_ASSIGN_OR_RETURN(dropped, DroppedEvents(*input));
    }
    if (files.empty())
      return absl::InvalidArgumentError(absl::StrCat(name, ": holds no file octf.trace.N"));
    IOREEL_ASSIGN_OR_RETURN(std::unique_ptr<RowSource> source,
                            OctfSource::Open(std::move(files), dropped, options, log));
    return MakeRowImporter(std::move(source), TimeOrder::kSort, options, log);
  }
};

}  // namespace

const Format* IotraceFormat() {
  static const auto* format = new Iotrace;
  return format;
}

}  // namespace ioreel
