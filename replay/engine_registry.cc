#include "replay/engine_registry.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "replay/engines/libaio_engine.h"
#include "replay/engines/null_engine.h"
#include "replay/engines/sim_engine.h"
#include "replay/engines/sync_engine.h"
#include "replay/engines/uring_engine.h"
#include "replay/plan/schedule.h"

namespace ioreel {

const std::vector<EngineKind>& AllEngines() {
  static const std::vector<EngineKind> engines = {
      {"io_uring", "io_uring, the newest queue of Linux", true, false,
       [](Clock*) { return MakeUringEngine(); }, CheckUringDepth},
      {"libaio", "Linux AIO; asynchronous with direct I/O only", true, false,
       [](Clock*) { return MakeLibaioEngine(); }, CheckLibaioDepth},
      {"sync", "threads that call pread and pwrite; works everywhere", true, false,
       [](Clock*) { return MakeSyncEngine(); }},
      {"null", "completes at once, touches no device: what the replay itself costs", false, false,
       [](Clock* clock) { return MakeNullEngine(clock); }},
      {"sim", "simulated drives of one channel and 100 µs an I/O", false, true,
       [](Clock* clock) { return MakeSimEngine(clock, SimModel()); }},
  };
  return engines;
}

absl::StatusOr<const EngineKind*> FindEngine(absl::string_view name) {
  for (const EngineKind& kind : AllEngines()) {
    if (kind.name == name) return &kind;
  }
  const std::string names = absl::StrJoin(
      AllEngines(), ", ",
      [](std::string* out, const EngineKind& kind) { absl::StrAppend(out, kind.name); });
  return absl::InvalidArgumentError(
      absl::StrCat("no engine is called '", name, "'; there are: auto, ", names));
}

absl::StatusOr<std::unique_ptr<Engine>> MakeEngine(absl::string_view name, Clock* clock) {
  IOREEL_ASSIGN_OR_RETURN(const EngineKind* const kind, FindEngine(name));
  return kind->make(clock);
}

absl::Status CheckDepth(const EngineKind& kind, int depth) {
  if (static_cast<uint64_t>(depth) > kStepWindow) {
    return absl::OutOfRangeError(absl::StrCat("--depth ", depth, ": at most ",
                                              FormatCount(kStepWindow),
                                              " I/Os can be in flight; give a lower --depth"));
  }
  return kind.check_depth != nullptr ? kind.check_depth(depth) : absl::OkStatus();
}

absl::Status ProbeEngine(const EngineKind& kind) {
  SteadyClock clock;
  EngineOptions options;
  options.depth = 8;
  return kind.make(&clock)->Open(options);
}

}  // namespace ioreel
