#include "formats/kernel_text/rwbs.h"

#include "absl/strings/strip.h"

namespace ioreel {
namespace {

std::optional<Op> ConsumeZoneOp(absl::string_view* letters) {
  if (absl::ConsumePrefix(letters, "RA")) return Op::kZoneResetAll;
  if (absl::ConsumePrefix(letters, "R")) return Op::kZoneReset;
  if (absl::ConsumePrefix(letters, "A")) return Op::kZoneAppend;
  if (absl::ConsumePrefix(letters, "F")) return Op::kZoneFinish;
  if (absl::ConsumePrefix(letters, "O")) return Op::kZoneOpen;
  if (absl::ConsumePrefix(letters, "C")) return Op::kZoneClose;
  return std::nullopt;
}

/// Takes the letters of the op off the front.
std::optional<Op> ConsumeOp(absl::string_view* letters) {
  if (letters->empty()) return std::nullopt;
  const char first = letters->front();
  letters->remove_prefix(1);
  switch (first) {
    case 'R':
      return Op::kRead;
    case 'W':
      return absl::ConsumePrefix(letters, "Z") ? Op::kWriteZeroes : Op::kWrite;
    case 'D':
      return absl::ConsumePrefix(letters, "E") ? Op::kSecureErase : Op::kDiscard;
    case 'F':
      return Op::kFlush;
    case 'N':
      return Op::kPassthrough;
    case 'Z':
      return ConsumeZoneOp(letters);
    default:
      return std::nullopt;
  }
}

std::optional<IoFlags> ParseFlags(absl::string_view letters) {
  IoFlags flags = 0;
  for (const char letter : letters) {
    switch (letter) {
      case 'F':
        flags |= kFua;
        break;
      case 'A':
        flags |= kReadahead;
        break;
      case 'S':
        flags |= kSync;
        break;
      case 'M':
        flags |= kMeta;
        break;
      case 'U':
        break;
      default:
        return std::nullopt;
    }
  }
  return flags;
}

}  // namespace

std::optional<Rwbs> ParseRwbs(absl::string_view letters, uint64_t length) {
  absl::string_view behind = letters;
  bool preflush = absl::ConsumePrefix(&behind, "F");
  std::optional<Op> op = ConsumeOp(&behind);
  if (!op && preflush) {  // the F is the op itself
    preflush = false;
    behind = letters;
    op = ConsumeOp(&behind);
  }
  const std::optional<IoFlags> flags = ParseFlags(behind);
  if (!op || !flags) return std::nullopt;
  if (*op == Op::kPassthrough && length > 0) op = Op::kWriteZeroes;
  if (*op == Op::kPassthrough && preflush) op = Op::kFlush;
  if (*op == Op::kFlush) return Rwbs{*op, *flags};
  if (*op == Op::kWrite && preflush && length == 0) op = Op::kFlush;
  return Rwbs{*op, static_cast<IoFlags>(*flags | (preflush ? kPreflush : 0))};
}

}  // namespace ioreel
