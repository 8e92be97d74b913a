#pragma once

#include "absl/status/status.h"
#include "absl/strings/cord.h"
#include "absl/strings/string_view.h"
#include "base/status_macros.h"

namespace ioreel {

inline constexpr char kOptionErrorPayload[] = "ioreel/option-error";

/// InvalidArgument: not the input is at fault, but an option, which does not fit it.
inline absl::Status OptionError(absl::string_view message) {
  absl::Status status = absl::InvalidArgumentError(message);
  status.SetPayload(kOptionErrorPayload, absl::Cord());
  return status;
}

inline bool IsOptionError(const absl::Status& status) {
  return status.GetPayload(kOptionErrorPayload).has_value();
}

/// As Annotate; the error stays of its kind.
inline absl::Status AnnotateOption(const absl::Status& status, absl::string_view where) {
  const absl::Status annotated = Annotate(status, where);
  return IsOptionError(status) ? OptionError(annotated.message()) : annotated;
}

}  // namespace ioreel
