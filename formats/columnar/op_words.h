#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "formats/columnar/layout.h"

/// How op columns are spelled.

namespace ioreel {

/// Just these texts, in any case.
FindOpFn OpWords(std::vector<std::pair<std::string, OpMeaning>> words);

/// R, W, Read, Write, Flush, Discard, Trim, … and the kernel's letters ("RA", "WFS", "DE",
/// "ZR"): the spellings in general use, in any case. Numbers say nothing.
std::optional<OpMeaning> FindUsualOp(absl::string_view text);

/// A SCSI operation code: READ and WRITE of 6, 10, 12 and 16 bytes, SYNCHRONIZE CACHE, UNMAP,
/// WRITE SAME. Others are ignored: they are no block I/O.
OpMeaning ScsiOp(uint32_t code);
/// The same in hex digits, with or without 0x.
std::optional<OpMeaning> FindScsiOp(absl::string_view text);

}  // namespace ioreel
