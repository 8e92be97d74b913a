#include "analysis/report/runs_csv.h"

#include <cmath>
#include <concepts>
#include <map>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "formats/csv/csv_text.h"
#include "formats/result/run_result_fields.h"

namespace ioreel {
namespace {

/// Appends a row for each number below a field.
class Rows {
 public:
  Rows(std::string begin, std::string* out) : begin_(std::move(begin)), out_(out) {}

  void Add(const std::string& key, double value) {
    if (std::isfinite(value)) AddText(key, absl::StrFormat("%.17g", value));
  }
  void Add(const std::string& key, int64_t value) {
    if (value != kNoTime) AddText(key, absl::StrCat(value));
  }
  void Add(const std::string& key, bool value) { AddText(key, value ? "1" : "0"); }
  template <std::unsigned_integral T>
  void Add(const std::string& key, T value) {
    AddText(key, absl::StrCat(value));
  }
  void Add(const std::string& key, int value) { AddText(key, absl::StrCat(value)); }
  void Add(const std::string& key, Op value) { AddText(key, std::string(OpName(value))); }
  void Add(const std::string& key, const std::string& value) { AddText(key, value); }

  template <HasFields T>
  void Add(const std::string& key, const T& fields) {
    VisitFields(fields, [&](const char* name, const auto& field) {
      Add(key.empty() ? std::string(name) : absl::StrCat(key, ".", name), field);
    });
  }
  template <typename T>
  void Add(const std::string& key, const std::optional<T>& value) {
    if (value) Add(key, *value);
  }
  template <typename T>
  void Add(const std::string& key, const std::vector<T>& values) {
    for (size_t i = 0; i < values.size(); ++i)
      Add(absl::StrCat(key, ".", PlaceName(values[i], i)), values[i]);
  }

 private:
  /// How an element of a list is told from the others.
  static std::string PlaceName(const OpSummary& op, size_t) { return std::string(OpName(op.op)); }
  template <typename T>
  static std::string PlaceName(const T&, size_t index) {
    return absl::StrCat(index);
  }

  void AddText(const std::string& key, const std::string& value) {
    absl::StrAppend(out_, begin_, key, ",");
    AppendCsvField(value, out_);
    *out_ += '\n';
  }

  const std::string begin_;
  std::string* const out_;
};

}  // namespace

std::string RunsCsv(const std::vector<NamedResult>& results) {
  std::string csv = "file,trace,repeat,key,value\n";
  for (const NamedResult& result : results) {
    std::string begin;
    AppendCsvField(result.name, &begin);
    begin += ',';
    AppendCsvField(result.result.trace.path, &begin);
    for (size_t i = 0; i < result.result.repeats.size(); ++i)
      Rows(absl::StrCat(begin, ",", i + 1, ","), &csv).Add("", result.result.repeats[i]);
  }
  return csv;
}

}  // namespace ioreel
