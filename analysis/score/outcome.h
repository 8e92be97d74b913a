#pragma once

#include "absl/strings/string_view.h"

namespace ioreel {

/// Whether results can be judged at all.
enum class Outcome {
  kOk,
  kInvalid,       ///< one of them must not be trusted
  kIncomparable,  ///< they did not measure the same thing
};

/// What is said of two together: invalid before incomparable before ok.
Outcome WorseOf(Outcome a, Outcome b);

/// "ok", "invalid", "incomparable".
absl::string_view OutcomeName(Outcome outcome);

}  // namespace ioreel
