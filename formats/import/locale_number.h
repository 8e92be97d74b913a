#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace ioreel {

/// Numbers as a locale writes them: "1,176567818", "16.384", "2 275 840" and the like. Which of '.'
/// and ',' is the decimal sign is learned from numbers that tell it.
class LocaleNumber {
 public:
  /// `decimal` is taken until a number tells.
  explicit LocaleNumber(char decimal) : decimal_(decimal) {}

  /// Looks at a number that may have decimals: the last of both signs, or one that stands once and
  /// not before three digits, is the decimal sign. Once learned, it stays.
  void Learn(absl::string_view text);

  /// `text` without what groups digits, and with '.' as the decimal sign.
  void MakePlain(absl::string_view text, std::string* plain) const;

 private:
  char decimal_;
  bool learned_ = false;
};

/// The digits of a whole number, whatever groups them: "2,275,840", "2.275.840", "2 275 840".
std::string DigitsOf(absl::string_view text);

}  // namespace ioreel
