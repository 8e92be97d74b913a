#include "formats/format.h"

#include "absl/strings/str_cat.h"

namespace ioreel {

absl::StatusOr<std::unique_ptr<TraceWriter>> Format::OpenWriter(const std::string& path,
                                                                const WriteOptions&) const {
  return absl::UnimplementedError(
      absl::StrCat(path, ": ioreel reads ", name(), " but does not write it"));
}

}  // namespace ioreel
