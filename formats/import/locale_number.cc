#include "formats/import/locale_number.h"

#include <algorithm>

#include "absl/strings/ascii.h"

namespace ioreel {
namespace {

constexpr size_t kGroupDigits = 3, kLeastGroupDigits = 2;  // 12,34,567 in India

/// Blanks, apostrophes and the bytes of no-break spaces in UTF-8 and Latin-1.
bool IsGroupMark(char c) {
  return c == ' ' || c == '\'' || c == '\xa0' || c == '\xc2' || c == '\xe2' || c == '\x80' ||
         c == '\xaf' || c == '\x99';
}

char OtherSign(char sign) { return sign == '.' ? ',' : '.'; }

/// The groups of a number as they are met from the left.
class Groups {
 public:
  void AddDigit() { ++digits_; }
  /// False when what stands before the mark cannot be a group.
  bool AddMark() {
    const bool fits = digits_ <= kGroupDigits && digits_ >= (marks_ ? kLeastGroupDigits : 1);
    marks_ = true;
    digits_ = 0;
    return fits;
  }
  /// False when the digits behind the last mark are none.
  bool End() const { return !marks_ || digits_ == kGroupDigits; }

 private:
  size_t digits_ = 0;  ///< behind the last mark
  bool marks_ = false;
};

/// As MakePlainNumber, with `plain` in between.
bool Regroup(absl::string_view text, char decimal_sign, std::string* plain) {
  const size_t point = std::min(text.find(decimal_sign), text.size());
  Groups groups;
  bool behind_mark = false;
  for (char c : text.substr(0, point)) {
    const bool mark = c == OtherSign(decimal_sign) || IsGroupMark(c);
    if (mark && !behind_mark && !groups.AddMark()) return false;
    behind_mark = mark;
    if (mark) continue;
    plain->push_back(c);
    if (absl::ascii_isdigit(static_cast<unsigned char>(c))) groups.AddDigit();
  }
  if (!groups.End()) return false;
  if (point == text.size()) return true;
  const absl::string_view decimals = text.substr(point + 1);
  plain->push_back('.');
  plain->append(decimals.data(), decimals.size());
  return decimals.find_first_of(".,") == absl::string_view::npos;
}

}  // namespace

void DecimalSign::Learn(absl::string_view text) {
  const size_t last = text.find_last_of(".,");
  if (sign_ != 0 || last == absl::string_view::npos) return;
  const char sign = text[last];
  const bool once = std::count(text.begin(), text.end(), sign) == 1;
  const bool both = text.find(OtherSign(sign)) != absl::string_view::npos;
  if (!once)
    sign_ = OtherSign(sign);
  else if (both || text.size() - last - 1 != kGroupDigits)
    sign_ = sign;
  else if (doubtful_.empty())
    doubtful_ = std::string(text);
}

bool MakePlainNumber(absl::string_view text, char decimal_sign, std::string* plain) {
  plain->clear();
  if (Regroup(text, decimal_sign, plain)) return true;
  plain->assign(text.data(), text.size());
  return false;
}

bool MakePlainWhole(absl::string_view text, std::string* plain) {
  const bool by_dots = text.find('.') != absl::string_view::npos;
  return MakePlainNumber(text, by_dots ? ',' : '.', plain);
}

}  // namespace ioreel
