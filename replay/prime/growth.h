#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "base/range_set.h"
#include "replay/target.h"

namespace ioreel {

/// How much is written of what files never had.
struct Growth {
  std::string path;           ///< as the user named it
  uint64_t filesystem = 0;    ///< its number
  uint64_t free_bytes = 0;    ///< of the filesystem
  uint64_t growth_bytes = 0;  ///< of the file
};

/// What a write of some ranges of a target would write to its devices; these add up.
class DeviceWrites {
 public:
  explicit DeviceWrites(size_t devices) : ranges_(devices, RangeSet(4096)) {}

  /// REQUIRES: the target has no caches (Target::uncached).
  void Add(Target* target, const RangeSet& ranges);

  /// Of those of `fds` that are files, which are called `paths`.
  std::vector<Growth> FindGrowth(const std::vector<int>& fds,
                                 const std::vector<std::string>& paths) const;

 private:
  std::vector<RangeSet> ranges_;  ///< by device
};

/// Whether each filesystem has room for all of its files. Errors: ResourceExhausted, with what
/// grows.
absl::Status CheckRoom(absl::Span<const Growth> growths);

}  // namespace ioreel
