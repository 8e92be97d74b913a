#include "formats/csv/csv_text.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "base/status_macros.h"

namespace ioreel {
namespace {

constexpr size_t kMostLines = 16;  // a name that holds more line ends is a quote gone wrong

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

std::string CsvRecordReader::Place() const {
  return absl::StrCat(lines_.name(), ": line ", first_line_);
}

absl::StatusOr<bool> CsvRecordReader::NextLine(absl::string_view* line) {
  if (again_.empty()) {
    IOREEL_ASSIGN_OR_RETURN(const bool more, lines_.Next(line));
    line_number_ = lines_.line_number();
    return more;
  }
  repeated_ = std::move(again_.front());
  again_.pop_front();
  *line = repeated_.text;
  line_number_ = repeated_.number;
  return true;
}

absl::StatusOr<bool> CsvRecordReader::Next(absl::string_view* record) {
  several_.clear();
  do {
    IOREEL_ASSIGN_OR_RETURN(const bool more, NextLine(record));
    if (!more) return false;
  } while (absl::StripAsciiWhitespace(*record).empty());
  first_line_ = line_number_;
  if (!EndsInsideQuotes(*record)) return true;
  absl::string_view line = *record;
  for (joined_.clear();;) {
    several_.push_back({std::string(line), line_number_});
    absl::StrAppend(&joined_, several_.size() > 1 ? "\n" : "", line);
    *record = joined_;
    if (!EndsInsideQuotes(joined_)) return true;
    if (several_.size() == kMostLines) break;
    // Damage is met again, and reported, where the lines that are kept end.
    const absl::StatusOr<bool> more = NextLine(&line);
    if (!more.ok() || !*more) break;
  }
  KeepFirstLine(record);
  return true;
}

bool CsvRecordReader::KeepFirstLine(absl::string_view* record) {
  if (several_.empty()) return false;
  joined_ = several_.front().text;
  again_.insert(again_.begin(), std::make_move_iterator(several_.begin() + 1),
                std::make_move_iterator(several_.end()));
  several_.clear();
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
