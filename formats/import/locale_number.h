#pragma once

#include <string>

#include "absl/strings/string_view.h"

/// Numbers as a locale writes them: "1,176567818", "16.384", "2 275 840" and the like.

namespace ioreel {

/// What numbers tell of which of '.' and ',' is the decimal sign.
class DecimalSign {
 public:
  /// Looks at a number that may have decimals.
  void Learn(absl::string_view text);

  /// 0: none has told so far.
  char sign() const { return sign_; }
  /// The first number that can be read both ways ("1,234") as long as none has told; "" = none.
  const std::string& doubtful() const { return doubtful_; }

 private:
  char sign_ = 0;
  std::string doubtful_;
};

/// Writes `text` into `plain` without what groups digits, and with '.' as the decimal sign; false,
/// and it stays as it is, when its groups are none ("1,5" where ',' groups).
bool MakePlainNumber(absl::string_view text, char decimal_sign, std::string* plain);

/// The same for a whole number, in which either sign groups: "2,275,840", "2.275.840".
bool MakePlainWhole(absl::string_view text, std::string* plain);

}  // namespace ioreel
