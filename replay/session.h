#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "formats/result/run_result.h"
#include "replay/session_options.h"

namespace ioreel {

/// Tells the user one line of what is about to happen.
using SayLine = std::function<void(const std::string&)>;

/// One replay from the trace to its result: looks at the trace, fits it to the target, says the
/// plan, asks for consent, makes and primes what is allowed, and replays. Nothing is written
/// before the whole plan stands. nullopt after --dry-run. When `stop` is set it ends with what it
/// has, once the first I/O has gone out.
/// Errors: what is wrong with the trace, the target, how they fit, or the consent; then nothing
/// was written, and a file made on the way is gone. I/O errors are part of the result.
absl::StatusOr<std::optional<RunResult>> RunSession(const SessionOptions& options,
                                                    const std::atomic<bool>* stop,
                                                    const SayLine& say);

}  // namespace ioreel
