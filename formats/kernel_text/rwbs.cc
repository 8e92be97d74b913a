#include "formats/kernel_text/rwbs.h"

#include "absl/strings/strip.h"

namespace ioreel {
namespace {

struct Spelling {
  absl::string_view letters;
  Op op;
};

/// Those that begin with another one come before it.
constexpr Spelling kSpellings[] = {
    {"ZRA", Op::kZoneResetAll}, {"ZR", Op::kZoneReset},   {"ZA", Op::kZoneAppend},
    {"ZF", Op::kZoneFinish},    {"ZO", Op::kZoneOpen},    {"ZC", Op::kZoneClose},
    {"DE", Op::kSecureErase},   {"WZ", Op::kWriteZeroes}, {"R", Op::kRead},
    {"W", Op::kWrite},          {"D", Op::kDiscard},      {"F", Op::kFlush},
    {"N", Op::kPassthrough},
};

std::optional<Op> ConsumeOp(absl::string_view* letters) {
  for (const Spelling& spelling : kSpellings) {
    if (absl::ConsumePrefix(letters, spelling.letters)) return spelling.op;
  }
  return std::nullopt;
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
