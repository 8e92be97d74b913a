#include "replay/target_spec.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace ioreel {
namespace {

constexpr int kMostDepth = 32;

bool IsNameByte(char c) { return absl::ascii_islower(c) || absl::ascii_isdigit(c) || c == '_'; }

/// Recursive descent over the grammar in the header; `at_` is the next byte.
class Parser {
 public:
  explicit Parser(absl::string_view text) : text_(text) {}

  absl::StatusOr<TargetSpec> Whole() {
    if (absl::StripAsciiWhitespace(text_).empty()) {
      return Error(at_, "nothing is named; give a file or a device");
    }
    if (FollowedBy('(').empty()) {
      TargetSpec leaf;
      leaf.path = std::string(text_);
      return leaf;
    }
    IOREEL_ASSIGN_OR_RETURN(TargetSpec spec, Spec());
    SkipBlanks();
    if (!AtEnd()) return Error(at_, "nothing may follow the closing ')'");
    return spec;
  }

 private:
  absl::Status Error(size_t at, absl::string_view what) const {
    return TargetSpecError(text_, at + 1, what);
  }
  bool AtEnd() const { return at_ == text_.size(); }
  bool Next(char c) const { return !AtEnd() && text_[at_] == c; }
  void SkipBlanks() {
    while (Next(' ') || Next('\t')) ++at_;
  }

  /// The name that begins here, if `mark` stands right behind it; else empty.
  absl::string_view FollowedBy(char mark) const {
    size_t end = at_;
    while (end < text_.size() && IsNameByte(text_[end])) ++end;
    const bool is_name = end > at_ && absl::ascii_islower(text_[at_]);
    if (!is_name || end == text_.size() || text_[end] != mark) return {};
    return text_.substr(at_, end - at_);
  }

  absl::StatusOr<TargetSpec> Spec() {
    if (depth_ > kMostDepth) return Error(at_, absl::StrCat("nested deeper than ", kMostDepth));
    TargetSpec spec;
    spec.column = at_ + 1;
    const absl::string_view name = FollowedBy('(');
    if (name.empty()) {
      IOREEL_ASSIGN_OR_RETURN(spec.path, Word("a file, a device or name(…)"));
      return spec;
    }
    spec.name = std::string(name);
    const size_t open = at_ + name.size();
    at_ = open + 1;
    ++depth_;
    IOREEL_RETURN_IF_ERROR(Items(open, &spec));
    --depth_;
    return spec;
  }

  /// Everything between "(" at `open` and its ")".
  absl::Status Items(size_t open, TargetSpec* spec) {
    SkipBlanks();
    if (Next(')')) return ++at_, absl::OkStatus();
    for (;;) {
      SkipBlanks();
      IOREEL_RETURN_IF_ERROR(Item(spec));
      SkipBlanks();
      if (AtEnd()) return Error(open, "this '(' is never closed");
      const char c = text_[at_];
      if (c != ',' && c != ')') return Error(at_, "expected ',' or ')'");
      ++at_;
      if (c == ')') return absl::OkStatus();
    }
  }

  absl::Status Item(TargetSpec* spec) {
    const absl::string_view key = FollowedBy('=');
    if (key.empty()) return Member("", spec);
    TargetSpec::Option option;
    option.column = at_ + 1;
    at_ += key.size() + 1;
    SkipBlanks();
    if (!FollowedBy('(').empty()) return Member(key, spec);
    option.value_column = at_ + 1;
    IOREEL_ASSIGN_OR_RETURN(option.value, Word("a value"));
    if (!spec->options.emplace(std::string(key), option).second) {
      return Error(option.column - 1, absl::StrCat("'", key, "' is given twice"));
    }
    return absl::OkStatus();
  }

  absl::Status Member(absl::string_view role, TargetSpec* spec) {
    IOREEL_ASSIGN_OR_RETURN(TargetSpec member, Spec());
    member.role = std::string(role);
    spec->members.push_back(std::move(member));
    return absl::OkStatus();
  }

  absl::StatusOr<std::string> Word(absl::string_view wanted) {
    if (Next('"')) return Quoted();
    const size_t begin = at_;
    while (!AtEnd() && !Next(',') && !Next(')')) ++at_;
    const absl::string_view word =
        absl::StripTrailingAsciiWhitespace(text_.substr(begin, at_ - begin));
    if (word.empty()) return Error(begin, absl::StrCat("expected ", wanted));
    return std::string(word);
  }

  absl::StatusOr<std::string> Quoted() {
    const size_t open = at_++;
    std::string word;
    for (; !AtEnd(); ++at_) {
      if (Next('"') && word.empty()) return Error(open, "an empty name");
      if (Next('"')) return ++at_, word;
      if (Next('\\') && at_ + 1 < text_.size()) ++at_;
      word += text_[at_];
    }
    return Error(open, "this '\"' is never closed");
  }

  absl::string_view text_;
  size_t at_ = 0;
  int depth_ = 0;
};

void AppendLeaves(const TargetSpec& spec, bool written_by_reads,
                  std::vector<TargetSpec::Leaf>* leaves) {
  if (spec.missing) return;
  written_by_reads |= spec.written_by_reads;
  if (spec.is_leaf()) leaves->push_back({spec.path, spec.column, written_by_reads});
  for (const TargetSpec& member : spec.members) AppendLeaves(member, written_by_reads, leaves);
}

}  // namespace

std::vector<TargetSpec::Leaf> TargetSpec::Leaves() const {
  std::vector<Leaf> leaves;
  AppendLeaves(*this, /*written_by_reads=*/false, &leaves);
  return leaves;
}

absl::StatusOr<TargetSpec> ParseTargetSpec(absl::string_view text) { return Parser(text).Whole(); }

absl::Status TargetSpecError(absl::string_view text, size_t column, absl::string_view what) {
  const absl::string_view before = text.substr(0, column - 1);
  const auto begins = std::count_if(before.begin(), before.end(), [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xc0) != 0x80;  // else a character of UTF-8 goes on
  });
  const auto characters = static_cast<size_t>(begins);
  return absl::InvalidArgumentError(absl::StrCat("column ", characters + 1, ": ", what, "\n  ",
                                                 text, "\n  ", std::string(characters, ' '), "^"));
}

}  // namespace ioreel
