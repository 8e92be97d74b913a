#include "cli/target_options.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "cli/command.h"
#include "replay/engine_registry.h"

namespace ioreel {
namespace {

constexpr int64_t kLeastTimeoutNs = 1'000'000;

std::vector<std::string> EngineNames() {
  std::vector<std::string> names = {"auto"};
  for (const EngineKind& kind : AllEngines()) names.emplace_back(kind.name);
  return names;
}

}  // namespace

void TargetOptions::Declare(FlagSet& flags, SessionOptions* options) {
  flags.Choice("--engine", &options->engine, EngineNames(), "how I/O is done");
  flags.Duration("--io-timeout", &options->io_timeout_ns,
                 "an I/O that takes longer has failed, and ends the replay");
  flags.Option("--create", &options->create,
               "make the target: a new file of this size, or one for each member of an array",
               "SIZE|auto");
  flags.Flag("--allow-writes", &options->consent.allow_writes,
             "the target is a device, and what it holds may be destroyed");
  flags.Option("--overwrite", &options->consent.overwrite,
               "this file, or used or formatted device, may be destroyed", "PATH");
  flags.Option("--payload", &payload_,
               "what writes carry: random, zero, or compress=PERCENT, dedupe=PERCENT, stamp",
               "random|zero|LIST");
}

absl::Status TargetOptions::Complete(SessionOptions* options) const {
  if (options->io_timeout_ns != kNoTime && options->io_timeout_ns < kLeastTimeoutNs) {
    return UsageError("--io-timeout takes 1ms or more");
  }
  if (!options->create.empty() && options->create != "auto") {
    const auto bytes = ParseSize(options->create);
    if (!bytes.ok()) return UsageError(absl::StrCat("--create: ", bytes.status().message()));
  }
  const absl::StatusOr<Payload> payload = ParsePayload(payload_);
  if (!payload.ok()) {
    return UsageError(absl::StrCat("--payload ", payload_, ": ", payload.status().message()));
  }
  options->payload = *payload;
  return absl::OkStatus();
}

}  // namespace ioreel
