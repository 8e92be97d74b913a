#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "replay/target.h"
#include "replay/target_spec.h"
#include "replay/targets/volume.h"

namespace ioreel {

/// What a target needs to know of one of its devices.
struct TargetDevice {
  uint64_t size_bytes = 0;
  bool fua = true;             ///< false: a flush must follow a write that is to be on the medium
  uint64_t longest_bytes = 0;  ///< reads and writes are cut into parts at most so long; 0 = are not
};

/// A way to build a volume. Immutable, lives for the process. One .cc a kind in replay/targets/,
/// one line in target_registry.cc.
class TargetKind {
 public:
  virtual ~TargetKind() = default;

  virtual absl::string_view name() const = 0;         ///< as in a spec; "" = a leaf
  virtual absl::string_view usage() const = 0;        ///< "raid0(chunk=SIZE,A,B,…)"
  virtual absl::string_view description() const = 0;  ///< what it is, and its options

  /// Keys of the members that are named, each given once: "fast". Where there are none, members
  /// stand without a key.
  virtual std::vector<std::string> roles() const { return {}; }

  /// Judges options and members before anything is opened, and marks members as missing or
  /// written_by_reads. The members have been judged, and those with roles are in order of roles().
  /// Errors: InvalidArgument through TargetSpecError(text, …).
  virtual absl::Status Check(absl::string_view text, TargetSpec* spec) const = 0;

  /// `members` are the volumes named inside the parentheses, null where missing; `device` and
  /// `index` are a leaf's. Errors: as Check, where it takes the devices' sizes to tell.
  struct Parts {
    absl::string_view text;  ///< the whole spec, for messages
    const TargetSpec* spec = nullptr;
    std::vector<std::unique_ptr<Volume>> members;
    uint32_t scope = 0;  ///< its own, for its claims
    TargetDevice device;
    uint16_t index = 0;
  };
  virtual absl::StatusOr<std::unique_ptr<Volume>> Build(Parts parts) const = 0;
};

const std::vector<const TargetKind*>& AllTargetKinds();

/// Devices that the parts of a replay's requests can name.
inline constexpr size_t kMostTargetDevices = std::numeric_limits<uint16_t>::max();

/// Parses `text` and checks every name and option in it, so that the leaves can be opened. Errors:
/// InvalidArgument, also for more than kMostTargetDevices drives, arrays and caches.
absl::StatusOr<TargetSpec> ParseKnownTargetSpec(absl::string_view text);

/// Whether its leaves are simulated drives: all or none are. REQUIRES: from ParseKnownTargetSpec.
bool IsSimulated(const TargetSpec& spec);

/// REQUIRES: `spec` from ParseKnownTargetSpec(text), one entry of `devices` a leaf, in order.
/// Errors: InvalidArgument where their sizes do not fit, or have a sum beyond 2^64.
absl::StatusOr<std::unique_ptr<Target>> MakeTarget(absl::string_view text, const TargetSpec& spec,
                                                   absl::Span<const TargetDevice> devices);

}  // namespace ioreel
