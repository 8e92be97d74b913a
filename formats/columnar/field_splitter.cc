#include "formats/columnar/field_splitter.h"

#include <algorithm>
#include <cstring>

#include "base/status_macros.h"

namespace ioreel {
namespace {

bool IsBlank(char c) { return c == ' ' || c == '\t'; }

/// Skips blanks in front that are no separators.
void SkipBlanks(char separator, absl::string_view* line) {
  while (!line->empty() && IsBlank(line->front()) && line->front() != separator)
    line->remove_prefix(1);
}

absl::string_view Trim(const char* begin, const char* end) {
  while (begin < end && IsBlank(*begin)) ++begin;
  while (begin < end && IsBlank(end[-1])) --end;
  return absl::string_view(begin, static_cast<size_t>(end - begin));
}

}  // namespace

void FieldSplitter::SplitPlain(absl::string_view line, size_t most) {
  const char* begin = line.data();
  const char* const end = begin + line.size();
  while (fields_.size() < most) {
    const void* const found = std::memchr(begin, separator_, static_cast<size_t>(end - begin));
    const char* const at = found == nullptr ? end : static_cast<const char*>(found);
    fields_.push_back(Trim(begin, at));
    if (found == nullptr) return;
    begin = at + 1;
  }
}

void FieldSplitter::SplitBlanks(absl::string_view line, size_t most) {
  const char* at = line.data();
  const char* const end = at + line.size();
  for (;;) {
    while (at != end && IsBlank(*at)) ++at;
    if (at == end || fields_.size() == most) return;
    const char* const begin = at;
    while (at != end && !IsBlank(*at)) ++at;
    fields_.push_back(absl::string_view(begin, static_cast<size_t>(at - begin)));
  }
}

absl::Status FieldSplitter::SplitQuoted(absl::string_view line) {
  unquoted_.clear();
  unquoted_.reserve(line.size());  // views into it stay valid
  for (;;) {
    SkipBlanks(separator_, &line);
    if (line.empty() || line.front() != '"') {
      const size_t end = std::min(line.find(separator_), line.size());
      fields_.push_back(Trim(line.data(), line.data() + end));
      if (end == line.size()) return absl::OkStatus();
      line.remove_prefix(end + 1);
      continue;
    }
    const size_t begin = unquoted_.size();
    for (line.remove_prefix(1);; line.remove_prefix(1)) {
      const size_t quote = line.find('"');
      if (quote == absl::string_view::npos)
        return absl::InvalidArgumentError("a quote that is not closed");
      unquoted_.append(line.data(), quote);
      line.remove_prefix(quote + 1);
      if (line.empty() || line.front() != '"') break;
      unquoted_.push_back('"');
    }
    fields_.push_back(absl::string_view(unquoted_).substr(begin));
    SkipBlanks(separator_, &line);
    if (line.empty()) return absl::OkStatus();
    if (line.front() != separator_)
      return absl::InvalidArgumentError("text behind a closing quote");
    line.remove_prefix(1);
  }
}

absl::StatusOr<absl::Span<absl::string_view>> FieldSplitter::Split(absl::string_view line,
                                                                   size_t most) {
  fields_.clear();
  if (separator_ == ' ')
    SplitBlanks(line, most);
  else if (quotes_ && std::memchr(line.data(), '"', line.size()) != nullptr)
    IOREEL_RETURN_IF_ERROR(SplitQuoted(line));
  else
    SplitPlain(line, most);
  return absl::MakeSpan(fields_);
}

char GuessSeparator(absl::string_view line) {
  for (char separator : {'\t', ';', ',', '|'}) {
    bool quoted = false;
    for (char c : line) {
      if (c == '"') quoted = !quoted;
      if (c == separator && !quoted) return separator;
    }
  }
  return ' ';
}

}  // namespace ioreel
