#include "formats/container/info_codec.h"

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

std::string Dump(const Json& json, Json::error_handler_t invalid) {
  return json.dump(-1, ' ', /*ensure_ascii=*/false, invalid);
}

/// Names come from kernels and need not be UTF-8; those stand as {"latin1": "…"}, each byte as
/// the character of its number.
Json ToJson(const std::string& text) {
  const std::string valid = Dump(text, Json::error_handler_t::ignore);
  if (Json::parse(valid).get_ref<const std::string&>() == text) return text;
  std::string latin1;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80) latin1 += static_cast<char>(0xc0 | byte >> 6);
    latin1 += static_cast<char>(byte >= 0x80 ? 0x80 | (byte & 0x3f) : byte);
  }
  return {{"latin1", latin1}};
}

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

Json ToJson(TaskClass task_class) { return std::string(TaskClassName(task_class)); }
Json ToJson(int64_t time_ns) { return time_ns == kNoTime ? Json() : Json(time_ns); }
Json ToJson(std::integral auto value) { return value; }
template <HasFields T>
Json ToJson(const T& value);
template <typename T>
Json ToJson(const std::optional<T>& value) {
  return value.has_value() ? ToJson(*value) : Json();
}
template <typename T>
Json ToJson(const std::vector<T>& values) {
  Json array = Json::array();
  for (const T& value : values) array.push_back(ToJson(value));
  return array;
}
template <typename T>
Json ToJson(const std::map<std::string, T>& values) {
  Json object = Json::object();
  for (const auto& [key, value] : values) object[key] = ToJson(value);
  return object;
}

/// Puts fields under their keys, but for what is empty or unknown.
struct FieldWriter {
  Json object = Json::object();

  template <typename T>
  void operator()(const char* key, const T& field) {
    Json json = ToJson(field);
    if (json.is_null() || json == "" || json == Json::array()) return;
    object[key] = std::move(json);
  }
};

template <HasFields T>
Json ToJson(const T& value) {
  FieldWriter writer;
  VisitFields(value, writer);
  return std::move(writer.object);
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

/// Appends what `now` has from row `from` on to the frame, and to `said`.
template <typename T>
void SayRows(const char* table, const std::vector<T>& now, size_t from, std::vector<T>* said,
             Json* frame) {
  if (from == now.size() && from == said->size()) return;
  said->resize(from);
  said->insert(said->end(), now.begin() + static_cast<ptrdiff_t>(from), now.end());
  Json rows = Json::array();
  for (size_t i = from; i < now.size(); ++i) rows.push_back(ToJson(now[i]));
  (*frame)[table] = {{"from", from}, {"rows", std::move(rows)}};
}

template <typename T>
size_t FirstDifference(const std::vector<T>& a, const std::vector<T>& b) {
  return static_cast<size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first -
                             a.begin());
}

Json FactsOf(const TraceInfo& info) {
  FieldWriter writer;
  VisitFacts(info, writer);
  return std::move(writer.object);
}

void SayFacts(const TraceInfo& info, std::string* said, Json* frame) {
  Json facts = FactsOf(info);
  std::string text = Dump(facts, Json::error_handler_t::replace);
  if (text == *said) return;
  *said = std::move(text);
  (*frame)["facts"] = std::move(facts);
}

template <typename T>
void TakeRows(const Json& frame, const char* table, std::vector<T>* rows) {
  const auto found = frame.find(table);
  if (found == frame.end()) return;
  const auto from = found->at("from").get<size_t>();
  const Json& added = found->at("rows");
  if (from > kMaxTableRows) throw std::length_error("a table of too many rows");
  rows->resize(from);
  FromJson(added, rows);
}

void TakeFacts(const Json& facts, TraceInfo* info) {
  TraceInfo fresh;
  VisitFacts(fresh, FieldReader{facts});
  fresh.devices = std::move(info->devices);
  fresh.tasks = std::move(info->tasks);
  fresh.losses = std::move(info->losses);
  *info = std::move(fresh);
}

std::string FrameText(const Json& frame) {
  return frame.empty() ? "" : Dump(frame, Json::error_handler_t::replace);
}

}  // namespace

std::string InfoWriter::Grown(const TraceInfo& info) {
  Json frame = Json::object();
  if (facts_.empty()) SayFacts(info, &facts_, &frame);
  const auto say = [&](const char* table, const auto& now, auto* said) {
    SayRows(table, now, std::min(said->size(), now.size()), said, &frame);
  };
  say("devices", info.devices, &devices_);
  say("tasks", info.tasks, &tasks_);
  say("losses", info.losses, &losses_);
  return FrameText(frame);
}

std::string InfoWriter::Final(const TraceInfo& info) {
  Json frame = Json::object();
  SayFacts(info, &facts_, &frame);
  const auto say = [&](const char* table, const auto& now, auto* said) {
    SayRows(table, now, FirstDifference(now, *said), said, &frame);
  };
  say("devices", info.devices, &devices_);
  say("tasks", info.tasks, &tasks_);
  say("losses", info.losses, &losses_);
  return FrameText(frame);
}

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
