#include "base/shell_text.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"

namespace ioreel {
namespace {

bool IsPlain(char c) {
  constexpr absl::string_view kHarmless = "_./:=,@%+-";
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
         kHarmless.find(c) != absl::string_view::npos;
}

bool IsControl(char c) { return absl::ascii_iscntrl(static_cast<unsigned char>(c)); }

std::string Quoted(const std::string& word) {
  if (!word.empty() && std::all_of(word.begin(), word.end(), IsPlain)) return word;
  if (std::any_of(word.begin(), word.end(), IsControl)) {
    return absl::StrCat("$'", absl::Utf8SafeCEscape(word), "'");
  }
  return absl::StrCat("'", absl::StrReplaceAll(word, {{"'", "'\\''"}}), "'");
}

}  // namespace

std::string ShellText(const std::vector<std::string>& argv) {
  return absl::StrJoin(argv, " ", [](std::string* out, const std::string& word) {
    absl::StrAppend(out, Quoted(word));
  });
}

}  // namespace ioreel
