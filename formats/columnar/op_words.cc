#include "formats/columnar/op_words.h"

#include <charconv>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "formats/kernel_text/rwbs.h"

namespace ioreel {
namespace {

struct UsualWord {
  absl::string_view text;
  Op op;
};

constexpr UsualWord kUsualWords[] = {
    {"r", Op::kRead},
    {"w", Op::kWrite},
    {"read", Op::kRead},
    {"write", Op::kWrite},
    {"f", Op::kFlush},
    {"flush", Op::kFlush},
    {"sync", Op::kFlush},
    {"fsync", Op::kFlush},
    {"d", Op::kDiscard},
    {"discard", Op::kDiscard},
    {"t", Op::kDiscard},
    {"trim", Op::kDiscard},
    {"unmap", Op::kDiscard},
    {"rd", Op::kRead},
    {"wr", Op::kWrite},
    {"z", Op::kWriteZeroes},
    {"write_zeroes", Op::kWriteZeroes},
};

/// The kernel's letters, in any case. An N says nothing where it is not known how long the I/O is.
std::optional<OpMeaning> FindKernelLetters(absl::string_view text) {
  constexpr size_t kMostLetters = 8;
  constexpr uint64_t kSomeLength = 1;
  if (text.size() > kMostLetters) return std::nullopt;
  const std::string letters = absl::AsciiStrToUpper(text);
  const std::optional<Rwbs> rwbs = ParseRwbs(letters, kSomeLength);
  if (!rwbs || absl::StrContains(letters, 'N')) return std::nullopt;
  return OpMeaning{.op = rwbs->op, .flags = rwbs->flags};
}

}  // namespace

FindOpFn OpWords(std::vector<std::pair<std::string, OpMeaning>> words) {
  return [words = std::move(words)](absl::string_view text) -> std::optional<OpMeaning> {
    for (const auto& [word, meaning] : words) {  // nearly always spelled so
      if (word == text) return meaning;
    }
    for (const auto& [word, meaning] : words) {
      if (absl::EqualsIgnoreCase(word, text)) return meaning;
    }
    return std::nullopt;
  };
}

std::optional<OpMeaning> FindUsualOp(absl::string_view text) {
  for (const UsualWord& word : kUsualWords) {
    if (absl::EqualsIgnoreCase(word.text, text)) return OpMeaning{.op = word.op};
  }
  return FindKernelLetters(text);
}

OpMeaning ScsiOp(uint32_t code) {
  switch (code) {
    case 0x08:
    case 0x28:
    case 0x88:
    case 0xa8:
      return {.op = Op::kRead};
    case 0x0a:
    case 0x2a:
    case 0x8a:
    case 0xaa:
      return {.op = Op::kWrite};
    case 0x35:
    case 0x91:
      return {.op = Op::kFlush};
    case 0x42:
      return {.op = Op::kDiscard};
    case 0x41:
    case 0x93:
      return {.op = Op::kWriteZeroes};
    default:
      return {.ignored = true};
  }
}

std::optional<OpMeaning> FindScsiOp(absl::string_view text) {
  if (!absl::ConsumePrefix(&text, "0x")) absl::ConsumePrefix(&text, "0X");
  uint32_t code = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, code, 16);
  if (error != std::errc() || stop != end || code > 0xff) return std::nullopt;
  return ScsiOp(code);
}

}  // namespace ioreel
