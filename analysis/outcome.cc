#include "analysis/outcome.h"

namespace ioreel {

absl::string_view OutcomeName(Outcome outcome) {
  switch (outcome) {
    case Outcome::kOk:
      return "ok";
    case Outcome::kInvalid:
      return "invalid";
    case Outcome::kIncomparable:
      return "incomparable";
  }
  return "";
}

}  // namespace ioreel
