#include "replay/verify/verifier.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "replay/target.h"

namespace ioreel {
namespace {

bool ChangesData(const BlockIo& io) {
  return io.length > 0 && io.op != Op::kRead && io.op != Op::kFlush;
}

/// A write whose data is stamped. One longer than its memory writes that again and again.
bool IsStamped(const BlockIo& io) { return io.op == Op::kWrite && io.length <= kMaxBufferBytes; }

}  // namespace

uint64_t Verifier::Begin(const BlockIo& io, absl::Span<char> data) {
  WriteLedger& ledger = ledgers_[io.volume];
  if (ChangesData(io)) {
    const uint64_t sequence = ledger.Begin(io.offset, io.length, !IsStamped(io));
    if (IsStamped(io)) StampSectors(data, RunOf(io), io.offset, sequence);
  }
  return ledger.now();
}

void Verifier::End(const BlockIo& io, bool failed) {
  if (ChangesData(io)) ledgers_[io.volume].End(io.offset, io.length, failed);
}

void Verifier::Check(const BlockIo& io, absl::Span<const char> data, uint64_t mark) {
  const WriteLedger& ledger = ledgers_[io.volume];
  for (size_t at = 0; at < data.size(); at += kStampSector) {
    const WriteLedger::Extent* const extent = ledger.Find(io.offset + at);
    if (extent == nullptr) continue;
    if (extent->oldest == 0 || extent->unknown) {
      found_.unknown_bytes += kStampSector;
      continue;
    }
    found_.checked_bytes += kStampSector;
    CheckSector(io, data.data() + at, io.offset + at, *extent, mark);
  }
}

void Verifier::CheckSector(const BlockIo& io, const char* sector, uint64_t offset,
                           const WriteLedger::Extent& extent, uint64_t mark) {
  uint64_t sequence = 0;
  const SectorState state = ReadStamp(sector, RunOf(io), offset, &sequence);
  // A read that went out before the last writes had ended may see what they replaced.
  const bool overtaken = extent.settled > mark;
  if (state == SectorState::kStamped && sequence <= extent.newest &&
      (sequence >= extent.oldest || overtaken)) {
    return;
  }
  if (state != SectorState::kStamped && overtaken) return;
  const std::string what = state == SectorState::kStamped ? absl::StrCat("write ", sequence)
                                                          : std::string(ToString(state));
  Mismatch(offset, absl::StrCat("found ", what, " where write ", extent.newest, " was expected"));
}

void Verifier::Unreadable(const BlockIo& io, int error) {
  const WriteLedger& ledger = ledgers_[io.volume];
  for (uint64_t at = io.offset; at < io.offset + io.length; at += kStampSector) {
    if (ledger.Find(at) == nullptr) continue;
    if (found_.unread_bytes == 0) {
      found_.first_unread_offset_bytes = at;
      found_.first_unread = std::string(ErrnoError(error, "it cannot be read").message());
    }
    found_.unread_bytes += kStampSector;
  }
}

void Verifier::Mismatch(uint64_t offset, absl::string_view what) {
  if (found_.mismatched_bytes == 0) {
    found_.first_offset_bytes = offset;
    found_.first = std::string(what);
  }
  found_.mismatched_bytes += kStampSector;
}

}  // namespace ioreel
