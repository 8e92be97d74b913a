#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "traces/synth/pattern.h"

/// Patterns as users write them:
///
///     spec = name { "," key "=" value }
///
/// `name` is one of named_patterns.h, from which the keys depart:
///
///     bs=4k            length; 4k-1m: any multiple of the alignment between; with shares in
///                      percent, as fio's bssplit: 512/10:4k/60:64k/30
///     read=70          percent of reads
///     random=100       percent that go to a random place
///     other=discard    what is no read: write, discard
///     span=25g         of the target that is used
///     align=4k         of random offsets; "size" = multiples of the I/O's length
///     threads=4        streams with a place of their own
///     ios=1000000      how many I/Os, or
///     bytes=2g         how much
///     rate=2000        I/Os a second; 0 = all are due at once
///     arrival=poisson  constant, poisson
///     seed=1           the same seed gives the same I/Os on any machine

namespace ioreel {

/// Errors: InvalidArgument that names the key and what was expected.
absl::StatusOr<Pattern> ParsePattern(absl::string_view spec);

/// Every key written out, so that equal patterns have equal texts; ParsePattern reads it.
std::string PatternText(const Pattern& pattern);

/// What stands against making I/Os of it. Errors: InvalidArgument.
absl::Status CheckPattern(const Pattern& pattern);

}  // namespace ioreel
