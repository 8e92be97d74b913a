#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "base/file.h"

namespace ioreel {

/// Bytes without end, all 0 at first, that may be read and changed anywhere, in 4 MiB of memory:
/// beyond that, pages lie in an unnamed temporary file ($TMPDIR). Fast where neighbours are used
/// one soon after another. Not thread-safe.
class PagedFile {
 public:
  static constexpr size_t kPageBytes = 4 << 10;

  /// The bytes of a page, until the next call. `change`: they are going to be changed.
  /// Errors: those of the temporary file.
  absl::StatusOr<char*> Page(uint64_t page, bool change);

 private:
  static constexpr size_t kSlots = 1024;
  struct Slot {
    std::unique_ptr<char[]> bytes;  ///< nullptr = never used
    uint64_t page = 0;
    bool changed = false;
  };

  absl::Status Store(const Slot& slot);
  absl::Status Load(uint64_t page, char* bytes);

  std::vector<Slot> slots_{kSlots};  ///< a page may be in that of its number, modulo
  std::optional<ScopedFd> file_;
  uint64_t stored_ = 0;  ///< pages from here on are not in the file
};

}  // namespace ioreel
