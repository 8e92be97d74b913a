#include "base/toml_table.h"

#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include <algorithm>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "base/status_macros.h"

namespace ioreel {

struct TomlTable::File {
  std::string name;
  toml::table top;
};

namespace {

absl::Status FaultAt(const std::string& file, const toml::source_region& where,
                     absl::string_view what) {
  return absl::InvalidArgumentError(
      absl::StrCat(file, ":", where.begin.line, ":", where.begin.column, ": ", what));
}

const toml::table& TableOf(const void* table) { return *static_cast<const toml::table*>(table); }

const toml::node* Find(const void* table, absl::string_view key) {
  return TableOf(table).get(std::string(key));
}

}  // namespace

absl::StatusOr<TomlTable> TomlTable::Parse(const std::string& text, const std::string& name) {
  toml::parse_result parsed = toml::parse(text, name);
  if (!parsed) {
    return FaultAt(name, parsed.error().source(), std::string(parsed.error().description()));
  }
  auto file = std::make_shared<const File>(File{name, std::move(parsed).table()});
  const void* top = &file->top;
  return TomlTable(std::move(file), top);
}

bool TomlTable::Has(absl::string_view key) const { return Find(table_, key) != nullptr; }

std::vector<std::string> TomlTable::keys() const {
  std::vector<std::tuple<uint32_t, uint32_t, std::string>> order;
  for (const auto& [key, node] : TableOf(table_)) {
    const toml::source_position at = key.source().begin;
    order.emplace_back(at.line, at.column, std::string(key.str()));
  }
  std::sort(order.begin(), order.end());
  std::vector<std::string> names;
  for (auto& [line, column, name] : order) names.push_back(std::move(name));
  return names;
}

absl::Status TomlTable::CheckKeys(const std::vector<std::string>& known) const {
  for (const auto& [key, node] : TableOf(table_)) {
    const std::string name(key.str());
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    return FaultAt(
        file_->name, key.source(),
        absl::StrCat("no key is called '", name, "' here; there are ", absl::StrJoin(known, ", ")));
  }
  return absl::OkStatus();
}

absl::Status TomlTable::Number(absl::string_view key, double least, double most,
                               double* value) const {
  if (!Has(key)) return absl::OkStatus();
  const auto number = Find(table_, key)->value<double>();
  if (!number) return FaultOf(key, "takes a number, such as 0.05");
  if (!(*number >= least && *number <= most)) {
    return FaultOf(key, absl::StrCat("takes ", least, " to ", most, ", not ", *number));
  }
  *value = *number;
  return absl::OkStatus();
}

absl::Status TomlTable::Whole(absl::string_view key, int64_t least, int64_t most,
                              int64_t* value) const {
  if (!Has(key)) return absl::OkStatus();
  const auto number = Find(table_, key)->value_exact<int64_t>();
  if (!number || *number < least || *number > most) {
    return FaultOf(key, absl::StrCat("takes a whole number from ", least, " to ", most));
  }
  *value = *number;
  return absl::OkStatus();
}

absl::Status TomlTable::Bool(absl::string_view key, bool* value) const {
  if (!Has(key)) return absl::OkStatus();
  const auto flag = Find(table_, key)->value_exact<bool>();
  if (!flag) return FaultOf(key, "takes true or false");
  *value = *flag;
  return absl::OkStatus();
}

absl::Status TomlTable::Text(absl::string_view key, std::string* value) const {
  if (!Has(key)) return absl::OkStatus();
  const auto text = Find(table_, key)->value_exact<std::string>();
  if (!text) return FaultOf(key, "takes a text in quotes");
  *value = *text;
  return absl::OkStatus();
}

absl::Status TomlTable::Texts(absl::string_view key, std::vector<std::string>* values) const {
  if (!Has(key)) return absl::OkStatus();
  const toml::array* array = Find(table_, key)->as_array();
  constexpr char kWanted[] = "takes texts in quotes: [\"a\", \"b\"]";
  if (array == nullptr) return FaultOf(key, kWanted);
  values->clear();
  for (const toml::node& node : *array) {
    const auto text = node.value_exact<std::string>();
    if (!text) return FaultAt(file_->name, node.source(), absl::StrCat(key, ": ", kWanted));
    values->push_back(*text);
  }
  return absl::OkStatus();
}

absl::Status TomlTable::Wholes(absl::string_view key, absl::string_view wanted,
                               absl::FunctionRef<bool(int64_t)> fits,
                               std::vector<int64_t>* values) const {
  if (!Has(key)) return absl::OkStatus();
  const toml::array* array = Find(table_, key)->as_array();
  if (array == nullptr || array->empty()) return FaultOf(key, wanted);
  values->clear();
  for (const toml::node& node : *array) {
    const auto number = node.value_exact<int64_t>();
    if (!number || !fits(*number)) {
      return FaultAt(file_->name, node.source(), absl::StrCat(key, ": ", wanted));
    }
    values->push_back(*number);
  }
  return absl::OkStatus();
}

absl::StatusOr<std::optional<TomlTable>> TomlTable::Table(absl::string_view key) const {
  if (!Has(key)) return std::optional<TomlTable>();
  const toml::table* found = Find(table_, key)->as_table();
  if (found == nullptr) return FaultOf(key, "is a table: write it as [… in brackets]");
  return std::optional<TomlTable>(TomlTable(file_, found));
}

absl::StatusOr<std::vector<TomlTable>> TomlTable::Tables(absl::string_view key) const {
  std::vector<TomlTable> tables;
  if (!Has(key)) return tables;
  const toml::array* array = Find(table_, key)->as_array();
  if (array == nullptr || !array->is_array_of_tables()) {
    return FaultOf(key, absl::StrCat("are tables: write each as [[", key, "]]"));
  }
  for (const toml::node& node : *array) tables.push_back(TomlTable(file_, node.as_table()));
  return tables;
}

absl::Status TomlTable::Fault(absl::string_view what) const {
  return FaultAt(file_->name, TableOf(table_).source(), what);
}

absl::Status TomlTable::FaultOf(absl::string_view key, absl::string_view what) const {
  const toml::node* node = Find(table_, key);
  const toml::source_region& where = node ? node->source() : TableOf(table_).source();
  return FaultAt(file_->name, where, absl::StrCat(key, ": ", what));
}

std::string TomlQuoted(absl::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      absl::StrAppend(&quoted, "\\", std::string(1, c));
    } else if (code < 0x20 || code == 0x7f) {
      absl::StrAppendFormat(&quoted, "\\u%04X", code);
    } else {
      quoted += c;
    }
  }
  return quoted + "\"";
}

}  // namespace ioreel
