#include "formats/container/info_writer.h"

#include <algorithm>
#include <concepts>
#include <nlohmann/json.hpp>
#include <utility>

#include "absl/hash/hash.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "formats/model/fields.h"

namespace ioreel {
namespace {

using Json = nlohmann::json;

/// Rows of a table in one frame: what reads a frame holds all of it.
constexpr size_t kFrameRows = 1 << 14;

std::string Dump(const Json& json, Json::error_handler_t invalid = Json::error_handler_t::replace) {
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

Json FactsOf(const TraceInfo& info) {
  FieldWriter writer;
  VisitFacts(info, writer);
  return std::move(writer.object);
}

struct FieldHasher {
  uint64_t hash = 0;

  template <typename T>
  void operator()(const char*, const T& field) {
    hash = absl::HashOf(hash, field);
  }
};

template <HasFields T>
uint64_t HashOfRow(const T& row) {
  FieldHasher hasher;
  VisitFields(row, hasher);
  return hasher.hash;
}

/// Rows of `now` that are as they were said.
template <typename T>
size_t CountKept(const std::vector<T>& now, const std::vector<uint64_t>& said) {
  const size_t most = std::min(now.size(), said.size());
  size_t kept = 0;
  while (kept < most && HashOfRow(now[kept]) == said[kept]) ++kept;
  return kept;
}

/// An object for each frame, member by member.
class FrameTexts {
 public:
  explicit FrameTexts(TakeInfoFn take) : take_(take) {}

  void AddFacts(absl::string_view facts) { AddMember("facts", facts); }

  /// Rows of the table from `from` on, in frames that end when they have had their share.
  template <typename T>
  absl::Status AddRows(absl::string_view table, const std::vector<T>& rows, size_t from,
                       std::vector<uint64_t>* said) {
    if (from == rows.size() && from == said->size()) return absl::OkStatus();
    said->resize(from);
    for (;;) {
      const size_t end = std::min(rows.size(), from + kFrameRows);
      std::string texts;
      for (size_t i = from; i < end; ++i) {
        absl::StrAppend(&texts, i == from ? "" : ",", Dump(ToJson(rows[i])));
        said->push_back(HashOfRow(rows[i]));
      }
      const std::string total = end < rows.size() ? absl::StrCat(",\"total\":", rows.size()) : "";
      AddMember(table, absl::StrCat("{\"from\":", from, total, ",\"rows\":[", texts, "]}"));
      if (end == rows.size()) return absl::OkStatus();
      IOREEL_RETURN_IF_ERROR(Finish());
      from = end;
    }
  }

  absl::Status Finish() {
    if (members_.empty()) return absl::OkStatus();
    return take_(absl::StrCat("{", std::exchange(members_, ""), "}"));
  }

 private:
  void AddMember(absl::string_view key, absl::string_view json) {
    absl::StrAppend(&members_, members_.empty() ? "" : ",", "\"", key, "\":", json);
  }

  TakeInfoFn take_;
  std::string members_;
};

}  // namespace

absl::Status InfoWriter::Grown(const TraceInfo& info, TakeInfoFn take) {
  FrameTexts frames(take);
  if (facts_.empty()) frames.AddFacts(facts_ = Dump(FactsOf(info)));
  const auto add = [&](absl::string_view table, const auto& rows, auto* said) {
    return frames.AddRows(table, rows, std::min(said->size(), rows.size()), said);
  };
  IOREEL_RETURN_IF_ERROR(add("devices", info.devices, &devices_));
  IOREEL_RETURN_IF_ERROR(add("tasks", info.tasks, &tasks_));
  IOREEL_RETURN_IF_ERROR(add("losses", info.losses, &losses_));
  return frames.Finish();
}

absl::Status InfoWriter::Final(const TraceInfo& info, TakeInfoFn take) {
  FrameTexts frames(take);
  if (std::string facts = Dump(FactsOf(info)); facts != facts_)
    frames.AddFacts(facts_ = std::move(facts));
  const auto add = [&](absl::string_view table, const auto& rows, auto* said) {
    return frames.AddRows(table, rows, CountKept(rows, *said), said);
  };
  IOREEL_RETURN_IF_ERROR(add("devices", info.devices, &devices_));
  IOREEL_RETURN_IF_ERROR(add("tasks", info.tasks, &tasks_));
  IOREEL_RETURN_IF_ERROR(add("losses", info.losses, &losses_));
  return frames.Finish();
}

std::string DescribeWithoutTasks(const TraceInfo& info) {
  return Dump({{"facts", FactsOf(info)},
               {"devices", ToJson(info.devices)},
               {"losses", ToJson(info.losses)}});
}

}  // namespace ioreel
