#include <algorithm>
#include <cstdint>
#include <limits>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"
#include "base/toml_table.h"
#include "traces/suite.h"

namespace ioreel {
namespace {

constexpr double kMostWeight = 1000;
constexpr int64_t kMostPasses = 999, kMostVersion = 1'000'000;
constexpr int64_t kMostNs = std::numeric_limits<int64_t>::max();

absl::Status NeedText(const TomlTable& table, absl::string_view key, std::string* value) {
  IOREEL_RETURN_IF_ERROR(table.Text(key, value));
  if (!table.Has(key)) return table.FaultOf(key, "is missing");
  return value->empty() ? table.FaultOf(key, "is empty") : absl::OkStatus();
}

bool IsDigest(absl::string_view text) {
  constexpr size_t kHexDigits = 32;
  return absl::ConsumePrefix(&text, "xxh3-128:") && text.size() == kHexDigits &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return absl::ascii_isxdigit(static_cast<unsigned char>(c)) &&
                  !absl::ascii_isupper(static_cast<unsigned char>(c));
         });
}

absl::Status ReadWeight(const TomlTable& table, double* weight) {
  IOREEL_RETURN_IF_ERROR(table.Number("weight", 0, kMostWeight, weight));
  return *weight > 0 ? absl::OkStatus()
                     : table.FaultOf("weight",
                                     "takes a number above 0; leave out the trace "
                                     "that is to count nothing");
}

absl::StatusOr<SuiteTrace> ReadTrace(const TomlTable& table) {
  SuiteTrace trace;
  IOREEL_RETURN_IF_ERROR(table.CheckKeys({"name", "path", "digest", "weight", "about"}));
  IOREEL_RETURN_IF_ERROR(NeedText(table, "name", &trace.name));
  if (!IsSuiteTraceName(trace.name)) {
    return table.FaultOf("name", "takes letters, digits, '_', and behind the first '.' and '-'");
  }
  IOREEL_RETURN_IF_ERROR(NeedText(table, "path", &trace.path));
  IOREEL_RETURN_IF_ERROR(NeedText(table, "digest", &trace.digest));
  if (!IsDigest(trace.digest)) {
    return table.FaultOf("digest", "takes \"xxh3-128:\" and 32 hex digits in lower case");
  }
  IOREEL_RETURN_IF_ERROR(ReadWeight(table, &trace.weight));
  IOREEL_RETURN_IF_ERROR(table.Text("about", &trace.about));
  return trace;
}

/// A trace twice would count for two.
absl::Status CheckDistinct(const TomlTable& table, const SuiteTrace& trace, const Suite& suite) {
  for (const SuiteTrace& other : suite.traces) {
    if (other.name == trace.name) {
      return table.FaultOf("name", absl::StrCat("there is a trace ", trace.name, " already"));
    }
    if (other.path == trace.path || other.digest == trace.digest) {
      return table.FaultOf(other.path == trace.path ? "path" : "digest",
                           absl::StrCat(trace.name, " is the same trace as ", other.name));
    }
  }
  return absl::OkStatus();
}

absl::Status ReadQuick(const TomlTable& top, Suite* suite) {
  IOREEL_RETURN_IF_ERROR(top.Texts("quick", &suite->quick));
  for (auto name = suite->quick.begin(); name != suite->quick.end(); ++name) {
    if (suite->Find(*name) == nullptr) {
      return top.FaultOf("quick", absl::StrCat("no trace is called '", *name, "'"));
    }
    if (std::find(suite->quick.begin(), name, *name) != name) {
      return top.FaultOf("quick", absl::StrCat("'", *name, "' stands there twice"));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<int64_t> NeedTime(const TomlTable& table, absl::string_view key) {
  int64_t time_ns = 0;
  IOREEL_RETURN_IF_ERROR(table.Whole(key, 1, kMostNs, &time_ns));
  return table.Has(key) ? absl::StatusOr<int64_t>(time_ns) : table.FaultOf(key, "is missing");
}

/// `names`: of all traces that the reference has to have, and no other.
absl::Status ReadTimes(const TomlTable& table, const std::vector<std::string>& names,
                       SuiteReference* reference) {
  IOREEL_RETURN_IF_ERROR(table.CheckKeys(names));
  for (const std::string& name : names) {
    IOREEL_ASSIGN_OR_RETURN(const std::optional<TomlTable> times, table.Table(name));
    if (!times) return table.Fault(absl::StrCat("the reference has no times of ", name));
    IOREEL_RETURN_IF_ERROR(times->CheckKeys({"completion_ns", "busy_ns"}));
    ReferenceTimes& read = reference->traces[name];
    IOREEL_ASSIGN_OR_RETURN(read.completion_ns, NeedTime(*times, "completion_ns"));
    IOREEL_ASSIGN_OR_RETURN(read.busy_ns, NeedTime(*times, "busy_ns"));
  }
  return absl::OkStatus();
}

absl::StatusOr<SuiteReference> ReadReference(const TomlTable& table,
                                             const std::vector<std::string>& names) {
  SuiteReference reference;
  IOREEL_RETURN_IF_ERROR(
      table.CheckKeys({"device", "fingerprint", "passes", "conditions", "traces"}));
  IOREEL_RETURN_IF_ERROR(NeedText(table, "device", &reference.device));
  IOREEL_RETURN_IF_ERROR(table.Text("fingerprint", &reference.fingerprint));
  int64_t passes = 0;
  IOREEL_RETURN_IF_ERROR(table.Whole("passes", 1, kMostPasses, &passes));
  if (passes == 0) return table.FaultOf("passes", "is missing");
  reference.passes = static_cast<int>(passes);
  IOREEL_ASSIGN_OR_RETURN(const std::optional<TomlTable> conditions, table.Table("conditions"));
  if (!conditions) return table.FaultOf("conditions", "is missing");
  for (const std::string& key : conditions->keys()) {
    IOREEL_RETURN_IF_ERROR(conditions->Text(key, &reference.conditions[key]));
  }
  IOREEL_ASSIGN_OR_RETURN(const std::optional<TomlTable> traces, table.Table("traces"));
  if (!traces) return table.FaultOf("traces", "is missing");
  IOREEL_RETURN_IF_ERROR(ReadTimes(*traces, names, &reference));
  return reference;
}

absl::Status ReadReferences(const TomlTable& table, Suite* suite) {
  IOREEL_RETURN_IF_ERROR(table.CheckKeys({"full", "quick"}));
  std::vector<std::string> all;
  for (const SuiteTrace& trace : suite->traces) all.push_back(trace.name);
  IOREEL_ASSIGN_OR_RETURN(const std::optional<TomlTable> full, table.Table("full"));
  if (full) {
    IOREEL_ASSIGN_OR_RETURN(suite->full_reference, ReadReference(*full, all));
  }
  IOREEL_ASSIGN_OR_RETURN(const std::optional<TomlTable> quick, table.Table("quick"));
  if (!quick) return absl::OkStatus();
  if (suite->quick.empty()) {
    return quick->Fault("there is no quick run to refer to: quick names no traces");
  }
  IOREEL_ASSIGN_OR_RETURN(suite->quick_reference, ReadReference(*quick, suite->quick));
  return absl::OkStatus();
}

absl::Status ReadTraces(const TomlTable& top, Suite* suite) {
  IOREEL_ASSIGN_OR_RETURN(const std::vector<TomlTable> traces, top.Tables("trace"));
  if (traces.empty()) return top.FaultOf("trace", "a suite has one or more [[trace]]");
  for (const TomlTable& table : traces) {
    IOREEL_ASSIGN_OR_RETURN(const SuiteTrace trace, ReadTrace(table));
    IOREEL_RETURN_IF_ERROR(CheckDistinct(table, trace, *suite));
    suite->traces.push_back(trace);
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Suite> ParseSuite(const std::string& text, const std::string& name) {
  IOREEL_ASSIGN_OR_RETURN(const TomlTable top, TomlTable::Parse(text, name));
  IOREEL_RETURN_IF_ERROR(top.CheckKeys({"name", "version", "quick", "trace", "reference"}));
  Suite suite;
  IOREEL_RETURN_IF_ERROR(NeedText(top, "name", &suite.identity.name));
  int64_t version = 1;
  IOREEL_RETURN_IF_ERROR(top.Whole("version", 1, kMostVersion, &version));
  suite.identity.version = static_cast<int>(version);
  IOREEL_RETURN_IF_ERROR(ReadTraces(top, &suite));
  IOREEL_RETURN_IF_ERROR(ReadQuick(top, &suite));
  IOREEL_ASSIGN_OR_RETURN(const std::optional<TomlTable> references, top.Table("reference"));
  if (references) IOREEL_RETURN_IF_ERROR(ReadReferences(*references, &suite));
  return suite;
}

}  // namespace ioreel
