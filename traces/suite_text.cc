#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/toml_table.h"
#include "traces/suite.h"

namespace ioreel {
namespace {

std::string TraceText(const SuiteTrace& trace) {
  return absl::StrCat("\n[[trace]]\nname = ", TomlQuoted(trace.name),
                      "\npath = ", TomlQuoted(trace.path), "\ndigest = ", TomlQuoted(trace.digest),
                      "\nweight = ", trace.weight, "\nabout = ", TomlQuoted(trace.about), "\n");
}

std::string ReferenceText(absl::string_view scope, const SuiteReference& reference) {
  std::string text = absl::StrCat(
      "\n[reference.", scope, "]\ndevice = ", TomlQuoted(reference.device),
      "\nfingerprint = ", TomlQuoted(reference.fingerprint), "\npasses = ", reference.passes, "\n");
  absl::StrAppend(&text, "\n[reference.", scope, ".conditions]\n");
  for (const auto& [name, value] : reference.conditions) {
    absl::StrAppend(&text, TomlQuoted(name), " = ", TomlQuoted(value), "\n");
  }
  absl::StrAppend(&text, "\n[reference.", scope, ".traces]\n");
  for (const auto& [name, times] : reference.traces) {
    absl::StrAppend(&text, TomlQuoted(name), " = {completion_ns = ", times.completion_ns,
                    ", busy_ns = ", times.busy_ns, "}\n");
  }
  return text;
}

}  // namespace

std::string SuiteText(const Suite& suite) {
  std::string text = absl::StrCat("name = ", TomlQuoted(suite.identity.name),
                                  "\nversion = ", suite.identity.version, "\n");
  if (!suite.quick.empty()) {
    const auto quoted = [](std::string* out, const std::string& name) {
      out->append(TomlQuoted(name));
    };
    absl::StrAppend(&text, "quick = [", absl::StrJoin(suite.quick, ", ", quoted), "]\n");
  }
  for (const SuiteTrace& trace : suite.traces) absl::StrAppend(&text, TraceText(trace));
  if (suite.full_reference) absl::StrAppend(&text, ReferenceText("full", *suite.full_reference));
  if (suite.quick_reference) absl::StrAppend(&text, ReferenceText("quick", *suite.quick_reference));
  return text;
}

}  // namespace ioreel
