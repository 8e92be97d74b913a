#include "cli/map_options.h"

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "cli/command.h"
#include "replay/plan/device_map.h"
#include "replay/plan/tiles.h"

namespace ioreel {

void MapOptions::Declare(FlagSet& flags, SessionOptions* options) {
  flags.Option("-t,--target", &options->target,
               "file or block device to replay on, or an array or cache of them (ioreel list "
               "targets); never taken from the trace",
               "TARGET");
  flags.Option("--map", &maps_,
               "replay this device of the trace on this target; once for each device",
               "DEVICE=TARGET");
  flags.Option("--map-file", &map_file_, "the same, a line each; # begins a comment", "FILE");
  flags.Flag("--concat", &options->concat,
             "lay several devices of the trace on one target, one behind the other");
}

void PlacementOptions::Declare(FlagSet& flags, SessionOptions* options) {
  flags.Option("--device", &options->devices,
               "only this device of the trace; once for each that is wanted", "NAME");
  flags.Factor("--lba-scale", &options->lba_scale, "multiply the offsets of the trace by this");
  flags.Choice("--fit", &fit_, {"fail", "wrap", "scale", "compact"},
               "what to do with a trace that reaches beyond the target");
  flags.Size("--offset", &options->offset_bytes, "where on the target the trace begins");
  flags.Option("--tile", &options->tiles,
               "the trace so often at once, side by side over the target");
  flags.Length("--align", &options->align_bytes, "widen I/Os to multiples of this power of two");
  flags.Length("--split", &options->split_bytes,
               "cut reads and writes into requests of this length");
}

absl::Status PlacementOptions::Complete(SessionOptions* options) const {
  options->fit = *FindFit(fit_);
  const auto is_power_of_two = [](uint64_t bytes) { return (bytes & (bytes - 1)) == 0; };
  if (!is_power_of_two(options->align_bytes)) return UsageError("--align must be a power of two");
  if (options->align_bytes == 1) options->align_bytes = 0;  // there is nothing to widen
  if (options->tiles < 1 || options->tiles > kMostTiles) {
    return UsageError(absl::StrCat("--tile takes 1 to ", kMostTiles));
  }
  if (options->split_bytes % 512 != 0) return UsageError("--split must be a multiple of 512");
  return absl::OkStatus();
}

absl::Status MapOptions::Complete(SessionOptions* options) const {
  if (maps_.empty() && map_file_.empty()) {
    if (!options->target.empty()) return absl::OkStatus();
    return UsageError("--target is missing: name the file or device to replay on");
  }
  if (!options->target.empty()) {
    return UsageError("--target is for all devices, --map names a target for each: give one");
  }
  for (const std::string& text : maps_) {
    auto mapping = ParseDeviceMapping(text);
    if (!mapping.ok()) return UsageError(absl::StrCat("--map ", mapping.status().message()));
    mapping->origin = absl::StrCat("--map ", mapping->device);
    options->map.push_back(*std::move(mapping));
  }
  if (map_file_.empty()) return absl::OkStatus();
  const auto mappings = ReadDeviceMap(map_file_);
  if (absl::IsInvalidArgument(mappings.status())) return UsageError(mappings.status().message());
  IOREEL_RETURN_IF_ERROR(mappings.status());
  options->map.insert(options->map.end(), mappings->begin(), mappings->end());
  return absl::OkStatus();
}

}  // namespace ioreel
