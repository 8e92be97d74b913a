#include "formats/import/locale_number.h"

#include <algorithm>

#include "absl/strings/ascii.h"

namespace ioreel {
namespace {

constexpr size_t kGroupDigits = 3;

/// Blanks, apostrophes and the bytes of no-break spaces in UTF-8 and Latin-1.
bool IsGroupMark(char c) {
  return c == ' ' || c == '\'' || c == '\xa0' || c == '\xc2' || c == '\xe2' || c == '\x80' ||
         c == '\xaf' || c == '\x99';
}

}  // namespace

void LocaleNumber::Learn(absl::string_view text) {
  const size_t last = text.find_last_of(".,");
  if (learned_ || last == absl::string_view::npos) return;
  const char sign = text[last];
  const char other = sign == '.' ? ',' : '.';
  const bool once = std::count(text.begin(), text.end(), sign) == 1;
  const bool both = text.find(other) != absl::string_view::npos;
  if (once && (both || text.size() - last - 1 != kGroupDigits)) {
    decimal_ = sign;
    learned_ = true;
  }
}

void LocaleNumber::MakePlain(absl::string_view text, std::string* plain) const {
  const char group = decimal_ == '.' ? ',' : '.';
  plain->clear();
  for (char c : text) {
    if (c == decimal_)
      plain->push_back('.');
    else if (c != group && !IsGroupMark(c))
      plain->push_back(c);
  }
}

std::string DigitsOf(absl::string_view text) {
  std::string digits;
  for (char c : text) {
    if (c != '.' && c != ',' && !IsGroupMark(c)) digits.push_back(c);
  }
  return digits;
}

}  // namespace ioreel
