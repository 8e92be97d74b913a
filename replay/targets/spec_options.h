#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "replay/target_spec.h"

namespace ioreel {

/// Reads the options of one composition; its errors point at the column and say what was expected.
class SpecOptions {
 public:
  SpecOptions(absl::string_view text, const TargetSpec& spec) : text_(text), spec_(spec) {}

  /// Errors: InvalidArgument for an option that is not one of `known`.
  absl::Status CheckKnown(std::initializer_list<absl::string_view> known) const;
  /// Errors: InvalidArgument unless there are `least` members or more.
  absl::Status CheckMembers(size_t least) const;

  /// `otherwise` where the option is not given. Errors: InvalidArgument.
  absl::StatusOr<uint64_t> Size(const std::string& key, uint64_t otherwise) const;
  /// A size that is a multiple of 4 KiB, at most 1 GiB, and not 0: what data is cut into.
  absl::StatusOr<uint64_t> Unit(const std::string& key, uint64_t otherwise) const;
  /// A place in `names`, the first where the option is not given.
  absl::StatusOr<size_t> Choice(const std::string& key,
                                const std::vector<absl::string_view>& names) const;
  /// A whole number below `end`; the option must be given.
  absl::StatusOr<size_t> Index(const std::string& key, size_t end) const;

  /// Points at the value of `key`, or at the composition where it is not given.
  absl::Status Error(const std::string& key, absl::string_view what) const;

 private:
  absl::string_view text_;
  const TargetSpec& spec_;
};

}  // namespace ioreel
