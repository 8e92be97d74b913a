#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "formats/result/result_file.h"
#include "formats/result/suite_result_fields.h"
#include "formats/result/sweep_result_fields.h"

namespace ioreel {
namespace {

using Json = nlohmann::ordered_json;

Json ToJson(int64_t time_ns) { return time_ns == kNoTime ? Json() : Json(time_ns); }
Json ToJson(double number) { return std::isfinite(number) ? Json(number) : Json(); }
Json ToJson(Op op) { return std::string(OpName(op)); }
Json ToJson(bool value) { return value; }
Json ToJson(int value) { return value; }
Json ToJson(uint32_t value) { return value; }
Json ToJson(uint64_t value) { return value; }
Json ToJson(const std::string& text) { return text; }

template <HasFields T>
Json ToJson(const T& value);
template <typename T>
Json ToJson(const std::optional<T>& value);
template <typename T>
Json ToJson(const std::map<std::string, T>& values);

template <typename T>
Json ToJson(const std::vector<T>& values) {
  Json array = Json::array();
  for (const T& value : values) array.push_back(ToJson(value));
  return array;
}

template <typename T>
Json ToJson(const std::optional<T>& value) {
  return value.has_value() ? ToJson(*value) : Json();
}

template <typename T>
Json ToJson(const std::map<std::string, T>& values) {
  Json object = Json::object();
  for (const auto& [key, value] : values) object[key] = ToJson(value);
  return object;
}

template <typename T>
void AppendFields(const T& value, Json* object) {
  VisitFields(
      value, [object](const char* key, const auto& field) { object->emplace(key, ToJson(field)); });
}

template <HasFields T>
Json ToJson(const T& value) {
  Json object = Json::object();
  AppendFields(value, &object);
  return object;
}

template <HasFields T>
std::string FileText(const T& result) {
  Json object = {{"schema_version", RunResult::kSchemaVersion}};
  AppendFields(result, &object);
  return object.dump(1, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string RunResultToJson(const RunResult& result) { return FileText(result); }
std::string SuiteResultToJson(const SuiteResult& result) { return FileText(result); }
std::string SweepResultToJson(const SweepResult& result) { return FileText(result); }

}  // namespace ioreel
