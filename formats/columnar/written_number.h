#pragma once

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"

/// Numbers as spreadsheets and programs write them into tables.

namespace ioreel {

/// As ParseTimeNs (formats/import/fields.h), also as programs print doubles ("1.5e-05"; read digit
/// by digit) and, in a text that `separator` cuts and is no comma, with a decimal comma. Such a
/// comma before exactly three digits may part thousands: only ';', which stands where the comma is
/// taken, tells.
std::optional<int64_t> ParseWrittenTimeNs(absl::string_view text, char separator, int64_t unit_ns,
                                          int64_t origin);

/// As ParseUnsignedOrHex, also with decimals that are all zero ("4096.0"), but three of them, which
/// may part thousands.
std::optional<uint64_t> ParseWrittenWhole(absl::string_view text);

}  // namespace ioreel
