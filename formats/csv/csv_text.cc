#include "formats/csv/csv_text.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "base/status_macros.h"

namespace ioreel {
namespace {

constexpr int kMostLines = 16;  // a name that holds more line ends is a quote gone wrong

bool EndsInsideQuotes(absl::string_view record) {
  return std::count(record.begin(), record.end(), '"') % 2 == 1;
}

}  // namespace

void AppendCsvField(absl::string_view text, std::string* out) {
  if (text.find_first_of(",\"\r\n") == absl::string_view::npos) {
    out->append(text.data(), text.size());
    return;
  }
  absl::StrAppend(out, "\"", absl::StrReplaceAll(text, {{"\"", "\"\""}}), "\"");
}

absl::StatusOr<bool> CsvRecordReader::Next(absl::string_view* record) {
  do {
    IOREEL_ASSIGN_OR_RETURN(const bool more, lines_.Next(record));
    if (!more) return false;
  } while (absl::StripAsciiWhitespace(*record).empty());
  if (!EndsInsideQuotes(*record)) return true;
  joined_ = std::string(*record);
  for (int i = 1; i < kMostLines && EndsInsideQuotes(joined_); ++i) {
    absl::string_view line;
    IOREEL_ASSIGN_OR_RETURN(const bool more, lines_.Next(&line));
    if (!more) break;
    absl::StrAppend(&joined_, "\n", line);
  }
  *record = joined_;
  return true;
}

absl::Status CsvRecordReader::Split(absl::string_view record,
                                    std::vector<absl::string_view>* fields) {
  fields->clear();
  unquoted_.clear();
  unquoted_.reserve(record.size());  // views into it stay valid
  for (;;) {
    if (record.empty() || record.front() != '"') {
      const size_t end = record.find(',');
      fields->push_back(record.substr(0, end));
      if (end == absl::string_view::npos) return absl::OkStatus();
      record.remove_prefix(end + 1);
      continue;
    }
    const size_t begin = unquoted_.size();
    for (record.remove_prefix(1);; record.remove_prefix(1)) {
      const size_t quote = record.find('"');
      if (quote == absl::string_view::npos)
        return absl::InvalidArgumentError("a quote that is not closed");
      absl::StrAppend(&unquoted_, record.substr(0, quote));
      record.remove_prefix(quote + 1);
      if (record.empty() || record.front() != '"') break;
      unquoted_.push_back('"');
    }
    fields->push_back(absl::string_view(unquoted_).substr(begin));
    if (record.empty()) return absl::OkStatus();
    if (record.front() != ',') return absl::InvalidArgumentError("text behind a closing quote");
    record.remove_prefix(1);
  }
}

}  // namespace ioreel
