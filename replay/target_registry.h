#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "replay/target.h"
#include "replay/target_spec.h"

namespace ioreel {

/// What a target needs to know of one of its devices.
struct TargetDevice {
  uint64_t size_bytes = 0;
  uint32_t logical_block_bytes = 512;
  bool fua = true;  ///< false: a flush must follow a write that is to be on the medium
};

/// A way to build a volume. Immutable, lives for the process. One .cc a kind in replay/targets/,
/// one line in target_registry.cc.
class TargetKind {
 public:
  virtual ~TargetKind() = default;

  virtual absl::string_view name() const = 0;         ///< as in a spec; "" = a leaf
  virtual absl::string_view description() const = 0;  ///< one line, with its options

  /// `members` are the volumes named inside the parentheses; `device` and `index` are a leaf's.
  /// Errors: InvalidArgument through TargetSpecError(text, …).
  struct Parts {
    absl::string_view text;  ///< the whole spec, for messages
    const TargetSpec* spec = nullptr;
    std::vector<std::unique_ptr<Target>> members;
    TargetDevice device;
    uint16_t index = 0;
  };
  virtual absl::StatusOr<std::unique_ptr<Target>> Build(Parts parts) const = 0;
};

const std::vector<const TargetKind*>& AllTargetKinds();

/// Parses `text` and checks that every name in it is known, so that the leaves can be opened.
absl::StatusOr<TargetSpec> ParseKnownTargetSpec(absl::string_view text);

/// REQUIRES: one entry of `devices` a leaf, in order.
absl::StatusOr<std::unique_ptr<Target>> MakeTarget(absl::string_view text, const TargetSpec& spec,
                                                   absl::Span<const TargetDevice> devices);

}  // namespace ioreel
