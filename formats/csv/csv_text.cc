#include "formats/csv/csv_text.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace ioreel {

void AppendCsvField(absl::string_view text, std::string* out) {
  const bool plain = text.find_first_of(",\"\r\n") == absl::string_view::npos &&
                     absl::StripAsciiWhitespace(text).size() == text.size();
  if (plain)
    out->append(text.data(), text.size());
  else
    absl::StrAppend(out, "\"", absl::StrReplaceAll(text, {{"\"", "\"\""}}), "\"");
}

}  // namespace ioreel
