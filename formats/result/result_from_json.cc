#include <algorithm>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status_macros.h"
#include "formats/result/result_file.h"
#include "formats/result/suite_result_fields.h"
#include "formats/result/sweep_result_fields.h"

namespace ioreel {
namespace {

using Json = nlohmann::json;

/// What stands at `path` ("repeats[2].busy_ns") is not what should.
absl::Status Unexpected(const std::string& path, absl::string_view wanted, const Json& found) {
  std::string value = found.type_name();
  if (found.is_primitive()) value = found.dump(-1, ' ', true, Json::error_handler_t::replace);
  if (value.size() > 40) value = value.substr(0, 37) + "...";
  return absl::InvalidArgumentError(absl::StrCat(path, ": expected ", wanted, ", found ", value));
}

/// Each FromJson sets `out` from `json`, which stands at `path`.
absl::Status FromJson(const Json& json, const std::string& path, bool* out) {
  if (!json.is_boolean()) return Unexpected(path, "true or false", json);
  *out = json.get<bool>();
  return absl::OkStatus();
}

template <std::integral T>
absl::Status FromJson(const Json& json, const std::string& path, T* out) {
  constexpr T kMin = std::numeric_limits<T>::min(), kMax = std::numeric_limits<T>::max();
  const bool fits = json.is_number_unsigned()
                        ? std::cmp_less_equal(json.get<uint64_t>(), kMax)
                        : json.is_number_integer() && std::in_range<T>(json.get<int64_t>());
  if (!fits) {
    return Unexpected(path, absl::StrCat("a whole number from ", kMin, " to ", kMax), json);
  }
  *out = json.get<T>();
  return absl::OkStatus();
}

absl::Status FromJson(const Json& json, const std::string& path, int64_t* time_ns) {
  if (!json.is_null()) return FromJson<int64_t>(json, path, time_ns);
  *time_ns = kNoTime;
  return absl::OkStatus();
}

absl::Status FromJson(const Json& json, const std::string& path, double* out) {
  if (!json.is_number() && !json.is_null()) return Unexpected(path, "a number or null", json);
  *out = json.is_null() ? std::numeric_limits<double>::quiet_NaN() : json.get<double>();
  return absl::OkStatus();
}

absl::Status FromJson(const Json& json, const std::string& path, std::string* out) {
  if (!json.is_string()) return Unexpected(path, "a text", json);
  *out = json.get<std::string>();
  return absl::OkStatus();
}

absl::Status FromJson(const Json& json, const std::string& path, Op* out) {
  const std::optional<Op> op =
      json.is_string() ? FindOp(json.get_ref<const std::string&>()) : std::nullopt;
  if (!op.has_value()) return Unexpected(path, "the name of an operation", json);
  *out = *op;
  return absl::OkStatus();
}

template <HasFields T>
absl::Status FromJson(const Json& json, const std::string& path, T* out);

template <typename T>
absl::Status FromJson(const Json& json, const std::string& path, std::optional<T>* out) {
  out->reset();
  return json.is_null() ? absl::OkStatus() : FromJson(json, path, &out->emplace());
}

template <typename T>
absl::Status FromJson(const Json& json, const std::string& path, std::vector<T>* out) {
  if (!json.is_array()) return Unexpected(path, "an array", json);
  out->clear();
  for (size_t i = 0; i < json.size(); ++i) {
    IOREEL_RETURN_IF_ERROR(
        FromJson(json[i], absl::StrCat(path, "[", i, "]"), &out->emplace_back()));
  }
  return absl::OkStatus();
}

template <typename T>
absl::Status FromJson(const Json& json, const std::string& path, std::map<std::string, T>* out) {
  if (!json.is_object()) return Unexpected(path, "an object", json);
  out->clear();
  for (const auto& [key, value] : json.items()) {
    IOREEL_RETURN_IF_ERROR(FromJson(value, absl::StrCat(path, ".", key), &(*out)[key]));
  }
  return absl::OkStatus();
}

/// The only number that may be negative.
constexpr absl::string_view kSigned = "drift_ns";

bool IsNegative(const Json& json) { return json.is_number() && json.get<double>() < 0; }

/// Visits the fields of a struct, takes each from its key and keeps the first error.
class ObjectReader {
 public:
  ObjectReader(const Json& object, const std::string& path)
      : object_(object), prefix_(path.empty() ? "" : path + ".") {}

  template <typename T>
  void operator()(const char* key, T& field) {
    if (!status_.ok()) return;
    known_.insert(key);
    const auto found = object_.find(key);
    if (found == object_.end()) {
      status_ = absl::InvalidArgumentError(absl::StrCat(prefix_, key, ": missing"));
    } else {
      status_ = FromJson(*found, prefix_ + key, &field);
    }
    if (status_.ok() && IsNegative(*found) && key != kSigned) {
      status_ = Unexpected(prefix_ + key, "a number that is not negative", *found);
    }
  }

  /// The first error; else whether there were keys that nobody asked for.
  absl::Status Finish() const {
    IOREEL_RETURN_IF_ERROR(status_);
    for (const auto& [key, value] : object_.items()) {
      if (!known_.contains(key)) {
        return absl::InvalidArgumentError(absl::StrCat(prefix_, key, ": no such key is known"));
      }
    }
    return absl::OkStatus();
  }

 private:
  const Json& object_;
  const std::string prefix_;
  std::set<std::string> known_;
  absl::Status status_;
};

template <HasFields T>
absl::Status FromJson(const Json& json, const std::string& path, T* out) {
  if (!json.is_object()) return Unexpected(path, "an object", json);
  ObjectReader reader(json, path);
  VisitFields(*out, reader);
  return reader.Finish();
}

/// The library's own words without its name: "line 3, column 7: syntax error …".
absl::StatusOr<Json> ParseJson(const std::string& text) {
  try {
    return Json::parse(text);
  } catch (const Json::exception& error) {
    absl::string_view what = error.what();
    const size_t place = what.find("line ");
    if (place != absl::string_view::npos) what.remove_prefix(place);
    return absl::InvalidArgumentError(what);
  }
}

/// Takes the version out of `json`, so that only the keys of RunResult are left.
absl::Status TakeSchemaVersion(Json* json) {
  const auto version = json->is_object() ? json->find("schema_version") : json->end();
  if (version == json->end()) {
    return absl::InvalidArgumentError(
        "schema_version: missing; this is no result of ioreel replay");
  }
  int number = 0;
  IOREEL_RETURN_IF_ERROR(FromJson(*version, "schema_version", &number));
  if (number != RunResult::kSchemaVersion) {
    return absl::InvalidArgumentError(
        absl::StrCat("schema_version is ", number, "; this ioreel reads only ",
                     RunResult::kSchemaVersion, ": use the ioreel that wrote the file"));
  }
  json->erase(version);
  return absl::OkStatus();
}

absl::Status CheckOneOf(absl::string_view key, const std::string& value,
                        const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), value) != known.end()) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(key, ": '", value, "' is none of ", absl::StrJoin(known, ", ")));
}

absl::Status Check(const RunResult& result) {
  IOREEL_RETURN_IF_ERROR(CheckOneOf("mode", result.mode, {"dependent", "stream", "timed", "afap"}));
  return CheckOneOf("level", result.level, {"queue", "issue"});
}

absl::Status Check(const SuiteTraceResult& trace, int passes) {
  if (!(trace.weight > 0)) return absl::InvalidArgumentError("weight: is not above 0");
  if (!trace.result) return absl::OkStatus();
  IOREEL_RETURN_IF_ERROR(Annotate(Check(*trace.result), "result"));
  if (trace.result->trace.digest != trace.digest) {
    return absl::InvalidArgumentError("result.trace.digest: is that of another trace");
  }
  return std::cmp_less_equal(trace.result->repeats.size(), passes)
             ? absl::OkStatus()
             : absl::InvalidArgumentError("result.repeats: there are more than passes");
}

absl::Status Check(const SuiteResult& suite) {
  IOREEL_RETURN_IF_ERROR(CheckOneOf("scope", suite.scope, {"full", "quick", "part"}));
  IOREEL_RETURN_IF_ERROR(CheckOneOf("layout", suite.layout, {"separate", "shared"}));
  if (suite.passes < 1) return absl::InvalidArgumentError("passes: is below 1");
  if (suite.traces.empty()) return absl::InvalidArgumentError("traces: there are none");
  std::set<std::string> names, digests;
  for (size_t i = 0; i < suite.traces.size(); ++i) {
    const SuiteTraceResult& trace = suite.traces[i];
    const std::string path = absl::StrCat("traces[", i, "]");
    IOREEL_RETURN_IF_ERROR(Annotate(Check(trace, suite.passes), path));
    if (!names.insert(trace.name).second || !digests.insert(trace.digest).second) {
      return absl::InvalidArgumentError(absl::StrCat(path, ": this trace is there already"));
    }
  }
  return absl::OkStatus();
}

absl::Status Check(const SweepResult& sweep) {
  IOREEL_RETURN_IF_ERROR(
      CheckOneOf("value", sweep.value, {kMedianOfRounds, kBestOfRounds, kMeanOfWindow}));
  for (size_t i = 0; i < sweep.cells.size(); ++i) {
    if (sweep.cells[i].result.repeats.empty()) continue;
    IOREEL_RETURN_IF_ERROR(
        Annotate(Check(sweep.cells[i].result), absl::StrCat("cells[", i, "].result")));
  }
  return absl::OkStatus();
}

template <typename T>
absl::StatusOr<T> FromTop(const Json& json) {
  T result;
  IOREEL_RETURN_IF_ERROR(FromJson(json, "", &result));
  IOREEL_RETURN_IF_ERROR(Check(result));
  return result;
}

/// The object of a file, without its version.
absl::StatusOr<Json> ParseTop(const std::string& text) {
  if (!MayBeRunResult(text)) {
    return absl::InvalidArgumentError("this is no result of ioreel replay, which is a JSON object");
  }
  IOREEL_ASSIGN_OR_RETURN(Json json, ParseJson(text));
  IOREEL_RETURN_IF_ERROR(TakeSchemaVersion(&json));
  return json;
}

absl::StatusOr<AnyResult> ParseAny(const std::string& text) {
  IOREEL_ASSIGN_OR_RETURN(const Json json, ParseTop(text));
  if (json.contains("cells")) {
    return absl::InvalidArgumentError(
        "is the result of a sweep, which has tables of its own: `ioreel sweep` prints them");
  }
  if (json.contains("suite")) return FromTop<SuiteResult>(json);
  return FromTop<RunResult>(json);
}

absl::StatusOr<SweepResult> ParseSweep(const std::string& text) {
  IOREEL_ASSIGN_OR_RETURN(const Json json, ParseTop(text));
  if (!json.contains("cells")) {
    return absl::InvalidArgumentError("is not the result of a sweep");
  }
  return FromTop<SweepResult>(json);
}

}  // namespace

bool MayBeRunResult(absl::string_view head) {
  const size_t begin = head.find_first_not_of(" \t\r\n");
  return begin == absl::string_view::npos || head[begin] == '{';
}

absl::StatusOr<AnyResult> ParseResult(const std::string& json, const std::string& name) {
  absl::StatusOr<AnyResult> result = ParseAny(json);
  IOREEL_RETURN_IF_ERROR(Annotate(result.status(), name));
  return result;
}

absl::StatusOr<SweepResult> ParseSweepResult(const std::string& json, const std::string& name) {
  absl::StatusOr<SweepResult> result = ParseSweep(json);
  IOREEL_RETURN_IF_ERROR(Annotate(result.status(), name));
  return result;
}

absl::StatusOr<RunResult> ParseRunResult(const std::string& json, const std::string& name) {
  IOREEL_ASSIGN_OR_RETURN(AnyResult result, ParseResult(json, name));
  if (auto* run = std::get_if<RunResult>(&result)) return std::move(*run);
  return absl::InvalidArgumentError(
      absl::StrCat(name, " is the result of a suite; the result of one replay is wanted"));
}

}  // namespace ioreel
