#include "capture/source_registry.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "capture/sources/ftrace_blk.h"
#include "capture/sources/relay.h"

namespace ioreel {

std::vector<std::unique_ptr<CaptureSource>> MakeCaptureSources(const KernelPaths& paths) {
  std::vector<std::unique_ptr<CaptureSource>> sources;
  sources.push_back(MakeRelaySource(paths));
  sources.push_back(MakeFtraceBlkSource(paths));
  return sources;
}

std::vector<std::string> CaptureSourceNames() {
  std::vector<std::string> names = {"auto"};
  for (const auto& source : MakeCaptureSources()) names.emplace_back(source->name());
  return names;
}

absl::StatusOr<StartedSource> StartSource(absl::string_view name, const SourceOptions& options,
                                          std::vector<std::unique_ptr<CaptureSource>> sources) {
  StartedSource started;
  absl::Status first = absl::NotFoundError(absl::StrCat("no capture source ", name));
  absl::Status last = first;
  bool all_alike = true;
  for (auto& source : sources) {
    if (name != "auto" && name != source->name()) continue;
    last = source->Start(options);
    if (last.ok()) {
      started.source = std::move(source);
      return started;
    }
    if (started.passed_over.empty()) first = last;
    all_alike &= last == first;
    started.passed_over.push_back(absl::StrCat(source->name(), ": ", last.message()));
  }
  if (all_alike) return first;
  return absl::Status(last.code(), absl::StrCat("no way to record works here: ",
                                                absl::StrJoin(started.passed_over, "; ")));
}

}  // namespace ioreel
