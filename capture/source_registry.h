#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "capture/kernel_paths.h"
#include "capture/source.h"

namespace ioreel {

/// Every source of this system, in the order in which "auto" tries them. A new one is its file
/// and a line in source_registry.cc.
std::vector<std::unique_ptr<CaptureSource>> MakeCaptureSources(const KernelPaths& paths = {});

/// Names for `--source`: "auto", then the sources'.
std::vector<std::string> CaptureSourceNames();

/// A source at work, and why the ones before it were not taken.
struct StartedSource {
  std::unique_ptr<CaptureSource> source;
  std::vector<std::string> passed_over;  ///< "relay: cannot open …: Operation not permitted"
};

/// Starts the source `name`, or with "auto" the first of `sources` that starts.
/// Errors: the source's own; for "auto" those of all of them, in one line.
absl::StatusOr<StartedSource> StartSource(absl::string_view name, const SourceOptions& options,
                                          std::vector<std::unique_ptr<CaptureSource>> sources);

}  // namespace ioreel
