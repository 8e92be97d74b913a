#include "formats/sort/paged_file.h"

#include <algorithm>

#include "base/status_macros.h"
#include "base/temporary_file.h"

namespace ioreel {

absl::StatusOr<char*> PagedFile::Page(uint64_t page, bool change) {
  Slot& slot = slots_[page % kSlots];
  if (slot.bytes == nullptr || slot.page != page) {
    if (slot.bytes == nullptr) slot.bytes = std::make_unique<char[]>(kPageBytes);
    if (slot.changed) IOREEL_RETURN_IF_ERROR(Store(slot));
    IOREEL_RETURN_IF_ERROR(Load(page, slot.bytes.get()));
    slot.page = page;
    slot.changed = false;
  }
  slot.changed |= change;
  return slot.bytes.get();
}

absl::Status PagedFile::Store(const Slot& slot) {
  if (!file_) {
    IOREEL_ASSIGN_OR_RETURN(file_, OpenTemporaryFile());
  }
  stored_ = std::max(stored_, slot.page + 1);
  return WriteTemporary(file_->get(), absl::string_view(slot.bytes.get(), kPageBytes),
                        slot.page * kPageBytes);
}

/// A page before `stored_` that was never stored is a hole of the file.
absl::Status PagedFile::Load(uint64_t page, char* bytes) {
  if (page < stored_) return PreadAll(file_->get(), bytes, kPageBytes, page * kPageBytes);
  std::fill_n(bytes, kPageBytes, '\0');
  return absl::OkStatus();
}

}  // namespace ioreel
