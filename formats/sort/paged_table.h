#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/status_macros.h"
#include "formats/sort/paged_file.h"

namespace ioreel {

/// A PagedFile of rows by their number; one that was never set has all bytes 0. Not thread-safe.
template <typename Row>
class PagedTable {
  static_assert(std::is_trivially_copyable_v<Row> && sizeof(Row) <= PagedFile::kPageBytes);

 public:
  /// Errors: those of the temporary file.
  absl::StatusOr<Row> Get(uint64_t index) {
    IOREEL_ASSIGN_OR_RETURN(const char* const page, file_.Page(index / kRows, /*change=*/false));
    Row row;
    std::memcpy(&row, page + Place(index), sizeof(Row));
    return row;
  }
  absl::Status Set(uint64_t index, const Row& row) {
    IOREEL_ASSIGN_OR_RETURN(char* const page, file_.Page(index / kRows, /*change=*/true));
    std::memcpy(page + Place(index), &row, sizeof(Row));
    return absl::OkStatus();
  }

 private:
  static constexpr uint64_t kRows = PagedFile::kPageBytes / sizeof(Row);  ///< of a page
  static size_t Place(uint64_t index) { return index % kRows * sizeof(Row); }

  PagedFile file_;
};

}  // namespace ioreel
