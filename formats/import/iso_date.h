#pragma once

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"

namespace ioreel {

/// "2024-01-31T12:34:56.123456789Z", as ISO 8601 and RFC 3339 have it, as ns since 1970.
///
/// Day and clock may each be without marks ("20240131T123456"); a blank may stand for the T, the
/// seconds may be missing, their decimals stand behind a point or a comma. The zone is Z, UTC, GMT
/// or an offset ("+02:00", "+0200", "+02"), maybe behind a blank; without one it is UTC. 24:00 is
/// the end of the day; a leap second, :60, is the first of the next minute. What is below a ns is
/// rounded to the nearest. nullopt also for a time that int64 cannot hold.
std::optional<int64_t> ParseDateNs(absl::string_view text);

}  // namespace ioreel
