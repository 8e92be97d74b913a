#pragma once

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"

/// Error plumbing for functions that return absl::Status or absl::StatusOr.

#define IOREEL_CONCAT_INNER(a, b) a##b
#define IOREEL_CONCAT(a, b) IOREEL_CONCAT_INNER(a, b)

/// Returns from the enclosing function when `expr` is an error.
#define IOREEL_RETURN_IF_ERROR(expr)                                                    \
  do {                                                                                  \
    if (absl::Status ioreel_status = (expr); !ioreel_status.ok()) return ioreel_status; \
  } while (false)

/// `IOREEL_ASSIGN_OR_RETURN(auto x, F());` declares x from F(), or returns F()'s error.
#define IOREEL_ASSIGN_OR_RETURN(lhs, expr) \
  IOREEL_ASSIGN_OR_RETURN_INNER(IOREEL_CONCAT(ioreel_or_, __LINE__), lhs, expr)
#define IOREEL_ASSIGN_OR_RETURN_INNER(tmp, lhs, expr) \
  auto tmp = (expr);                                  \
  if (!tmp.ok()) return tmp.status();                 \
  lhs = std::move(tmp).value()

namespace ioreel {

/// The same error with "`where`: " before its message, so that it names the place.
inline absl::Status Annotate(const absl::Status& status, absl::string_view where) {
  if (status.ok()) return status;
  return absl::Status(status.code(), absl::StrCat(where, ": ", status.message()));
}

}  // namespace ioreel
