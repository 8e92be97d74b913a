#pragma once

#include <cstdint>
#include <map>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "formats/result/run_result.h"
#include "replay/plan/schedule.h"
#include "replay/verify/stamp.h"
#include "replay/verify/write_ledger.h"

namespace ioreel {

/// Stamps what a replay writes, and checks what is read against it. One thread: the loop's.
class Verifier {
 public:
  /// `run` tells this replay's data from another's.
  explicit Verifier(uint64_t run) : run_(run) {}

  /// A request goes out. The data of a write is stamped, unless that is longer than
  /// kMaxBufferBytes: what it leaves is not judged. Gives the mark for Check.
  /// REQUIRES: a write has whole sectors.
  uint64_t Begin(const BlockIo& io, absl::Span<char> data);
  /// It has come back.
  void End(const BlockIo& io, bool failed);

  /// Checks what a read `io` that went out at `mark` brought, in whole sectors. What was never
  /// written by this replay is passed over.
  void Check(const BlockIo& io, absl::Span<const char> data, uint64_t mark);
  /// A read to be checked failed with `error` (errno): what was written there stays unread.
  void Unreadable(const BlockIo& io, int error);

  const std::map<uint16_t, WriteLedger>& ledgers() const { return ledgers_; }  ///< by volume
  const Verification& found() const { return found_; }

 private:
  uint64_t RunOf(const BlockIo& io) const { return run_ + io.volume; }
  void CheckSector(const BlockIo& io, const char* sector, uint64_t offset,
                   const WriteLedger::Extent& extent, uint64_t mark);
  void Mismatch(uint64_t offset, absl::string_view what);

  uint64_t run_;
  std::map<uint16_t, WriteLedger> ledgers_;
  Verification found_;
};

/// How a replay uses one; borrowed.
struct VerifierUse {
  Verifier* verifier = nullptr;  ///< null = nothing is stamped or checked
  bool reads = false;            ///< check what reads bring
  bool read_back = false;        ///< read each write again as soon as it is complete
};

}  // namespace ioreel
