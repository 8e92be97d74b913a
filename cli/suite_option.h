#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "cli/flag_set.h"
#include "traces/suite.h"

namespace ioreel {

/// The option that names a suite's definition; without it that of ioreel's own suite, where the
/// program was installed or built.
class SuiteOption {
 public:
  void Declare(FlagSet& flags);

  /// Reads it. Errors: those of ReadSuite; NotFound where it is not named and ioreel's own is not
  /// there.
  absl::StatusOr<Suite> Read();

  /// REQUIRES: read.
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace ioreel
