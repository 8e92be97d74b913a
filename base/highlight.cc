#include "base/highlight.h"

#include <unistd.h>

#include <cstdlib>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace ioreel {
namespace {

struct Verdict {
  absl::string_view word;
  absl::string_view colour;
};

constexpr absl::string_view kBad = "\x1b[1;31m";
constexpr absl::string_view kDoubtful = "\x1b[1;33m";
constexpr absl::string_view kGood = "\x1b[1;32m";
constexpr absl::string_view kPlain = "\x1b[0m";

constexpr Verdict kVerdicts[] = {
    {"INVALID", kBad},           {"NOT COMPARABLE", kBad}, {"NOT AS WRITTEN", kBad},
    {"INCOMPARABLE", kBad},      {"REFUSED", kBad},        {"MIXED", kBad},
    {"OUTLIER", kDoubtful},      {"REGRESSION", kBad},     {"WARNING", kDoubtful},
    {"TAINTED", kDoubtful},      {"WITHHELD", kDoubtful},  {"UNREAD", kDoubtful},
    {"INCONCLUSIVE", kDoubtful}, {"PASS", kGood},          {"valid:", kGood},
};

bool IsWordCharacter(char c) { return absl::ascii_isalnum(static_cast<unsigned char>(c)); }

/// The verdict that `rest` begins with, as a whole word; nullptr for none.
const Verdict* VerdictAt(absl::string_view rest) {
  for (const Verdict& verdict : kVerdicts) {
    if (!absl::StartsWith(rest, verdict.word)) continue;
    const size_t end = verdict.word.size();
    if (rest.size() == end || !IsWordCharacter(rest[end])) return &verdict;
  }
  return nullptr;
}

}  // namespace

bool TakesColour(int fd) {
  const char* none = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return isatty(fd) == 1 && (none == nullptr || *none == '\0') && terminal != nullptr &&
         absl::string_view(terminal) != "dumb";
}

std::string Highlight(absl::string_view text) {
  std::string out;
  bool in_word = false;
  while (!text.empty()) {
    const Verdict* verdict = in_word ? nullptr : VerdictAt(text);
    const size_t taken = verdict == nullptr ? 1 : verdict->word.size();
    if (verdict == nullptr)
      out += text[0];
    else
      absl::StrAppend(&out, verdict->colour, verdict->word, kPlain);
    in_word = IsWordCharacter(text[taken - 1]);
    text.remove_prefix(taken);
  }
  return out;
}

}  // namespace ioreel
