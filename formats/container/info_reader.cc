#include "formats/container/info_reader.h"

#include <algorithm>
#include <concepts>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "absl/strings/str_cat.h"
#include "formats/model/fields.h"

namespace ioreel {
namespace {

using Json = nlohmann::json;

/// More rows than this no table has; a larger index is damage.
constexpr size_t kMaxTableRows = size_t{1} << 24;

void FromJson(const Json& json, std::string* text) {
  if (!json.is_object()) {
    *text = json.get<std::string>();
    return;
  }
  const std::string latin1 = json.at("latin1").get<std::string>();
  text->clear();
  for (size_t i = 0; i < latin1.size(); ++i) {
    auto byte = static_cast<unsigned char>(latin1[i]);
    if (byte >= 0x80 && i + 1 < latin1.size()) {
      byte = static_cast<unsigned char>(byte << 6 | (latin1[++i] & 0x3f));
    }
    *text += static_cast<char>(byte);
  }
}

void FromJson(const Json& json, TaskClass* out) {
  *out = FindTaskClass(json.get<std::string>()).value_or(TaskClass::kOther);
}
void FromJson(const Json& json, std::integral auto* out) { json.get_to(*out); }
template <HasFields T>
void FromJson(const Json& json, T* out);
template <typename T>
void FromJson(const Json& json, std::optional<T>* out) {
  FromJson(json, &out->emplace());
}
template <typename T>
void FromJson(const Json& json, std::vector<T>* out) {
  for (const Json& value : json) FromJson(value, &out->emplace_back());
}
template <typename T>
void FromJson(const Json& json, std::map<std::string, T>* out) {
  for (const auto& [key, value] : json.items()) FromJson(value, &(*out)[key]);
}

struct FieldReader {
  const Json& object;

  template <typename T>
  void operator()(const char* key, T& field) {
    if (const auto found = object.find(key); found != object.end()) FromJson(*found, &field);
  }
};

template <HasFields T>
void FromJson(const Json& json, T* out) {
  VisitFields(*out, FieldReader{json});
}

template <typename T>
void TakeRows(const Json& frame, const char* table, std::vector<T>* rows) {
  const auto found = frame.find(table);
  if (found == frame.end()) return;
  const auto from = found->at("from").get<size_t>();
  const Json& added = found->at("rows");
  const size_t total = found->value("total", from + added.size());
  if (from > kMaxTableRows) throw std::length_error("a table of too many rows");
  rows->resize(std::max(from, std::min(rows->size(), total)));
  for (size_t i = 0; i < added.size(); ++i) {
    if (from + i == rows->size()) rows->emplace_back();
    T& row = (*rows)[from + i] = T();
    FromJson(added[i], &row);
  }
}

void TakeFacts(const Json& facts, TraceInfo* info) {
  TraceInfo fresh;
  VisitFacts(fresh, FieldReader{facts});
  fresh.devices = std::move(info->devices);
  fresh.tasks = std::move(info->tasks);
  fresh.losses = std::move(info->losses);
  *info = std::move(fresh);
}

}  // namespace

absl::Status ApplyInfo(absl::string_view json, TraceInfo* info) try {
  const Json frame = Json::parse(json.begin(), json.end());
  if (const auto facts = frame.find("facts"); facts != frame.end()) TakeFacts(*facts, info);
  TakeRows(frame, "devices", &info->devices);
  TakeRows(frame, "tasks", &info->tasks);
  TakeRows(frame, "losses", &info->losses);
  return absl::OkStatus();
} catch (const std::exception& error) {
  return absl::DataLossError(absl::StrCat("it is no description of a trace: ", error.what()));
}

}  // namespace ioreel
