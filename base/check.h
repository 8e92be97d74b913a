#pragma once

#include "absl/strings/string_view.h"

/// Assertions about our own code, on in release: a wrong verdict is worse than a stop.
/// Never for input, files or devices; those give an absl::Status.

namespace ioreel {

[[noreturn]] void CheckFailed(const char* file, int line, absl::string_view what);

}  // namespace ioreel

#define CHECK(condition)                                                     \
  do {                                                                       \
    if (!(condition)) ::ioreel::CheckFailed(__FILE__, __LINE__, #condition); \
  } while (false)

/// CHECK that an absl::Status is ok; the message names the error.
#define CHECK_OK(expr)                                                    \
  do {                                                                    \
    if (const auto& ioreel_status = (expr); !ioreel_status.ok())          \
      ::ioreel::CheckFailed(__FILE__, __LINE__, ioreel_status.message()); \
  } while (false)
