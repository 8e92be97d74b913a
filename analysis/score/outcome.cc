#include "analysis/score/outcome.h"

namespace ioreel {

Outcome WorseOf(Outcome a, Outcome b) {
  for (const Outcome bad : {Outcome::kInvalid, Outcome::kIncomparable}) {
    if (a == bad || b == bad) return bad;
  }
  return Outcome::kOk;
}

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
