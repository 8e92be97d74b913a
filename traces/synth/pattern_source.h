#pragma once

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "formats/trace_source.h"
#include "traces/synth/pattern.h"

namespace ioreel {

/// The trace of a pattern: of one device "synth" as large as the span, with a task a thread. No I/O
/// has a completion. Errors: those of CheckPattern.
absl::StatusOr<std::unique_ptr<TraceSource>> MakePatternSource(const Pattern& pattern,
                                                               absl::string_view name);

}  // namespace ioreel
