#include "traces/synth/pattern_text.h"

#include <cmath>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "base/check.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "traces/synth/named_patterns.h"

namespace ioreel {
namespace {

constexpr int kMostThreads = 1024;
constexpr double kShareSlack = 1e-6;  // of the sum of shares, for what does not add up in binary

absl::Status Expected(absl::string_view what, absl::string_view found) {
  return absl::InvalidArgumentError(absl::StrCat("expected ", what, ", found '", found, "'"));
}

absl::StatusOr<double> ParsePercent(absl::string_view text) {
  double percent = 0;
  if (!absl::SimpleAtod(text, &percent) || !(percent >= 0 && percent <= 100)) {
    return Expected("a percentage from 0 to 100", text);
  }
  return percent;
}

/// As it was written, to 15 digits.
std::string NumberText(double number) { return absl::StrFormat("%.15g", number); }

absl::StatusOr<uint64_t> ParseLength(absl::string_view text) {
  IOREEL_ASSIGN_OR_RETURN(const uint64_t bytes, ParseSize(text));
  if (bytes == 0) return Expected("a length above 0", text);
  return bytes;
}

/// "4k", "4k-1m", either with "/60".
absl::StatusOr<Pattern::Size> ParseSizeShare(absl::string_view text) {
  const std::pair<absl::string_view, absl::string_view> share =
      absl::StrSplit(text, absl::MaxSplits('/', 1));
  const std::pair<absl::string_view, absl::string_view> range =
      absl::StrSplit(share.first, absl::MaxSplits('-', 1));
  Pattern::Size size;
  IOREEL_ASSIGN_OR_RETURN(size.least, ParseLength(range.first));
  size.most = size.least;
  const bool is_range = share.first.find('-') != absl::string_view::npos;
  if (is_range) {
    IOREEL_ASSIGN_OR_RETURN(size.most, ParseLength(range.second));
  }
  if (size.most < size.least) return Expected("the shorter length first", share.first);
  if (share.first.size() != text.size()) {
    IOREEL_ASSIGN_OR_RETURN(size.percent, ParsePercent(share.second));
  }
  return size;
}

absl::Status ParseSizes(absl::string_view text, Pattern* pattern) {
  pattern->sizes.clear();
  for (const absl::string_view part : absl::StrSplit(text, ':')) {
    IOREEL_ASSIGN_OR_RETURN(const Pattern::Size size, ParseSizeShare(part));
    pattern->sizes.push_back(size);
  }
  return absl::OkStatus();
}

std::string SizesText(const Pattern& pattern) {
  return absl::StrJoin(pattern.sizes, ":", [&](std::string* out, const Pattern::Size& size) {
    absl::StrAppend(out, size.least);
    if (size.most != size.least) absl::StrAppend(out, "-", size.most);
    if (pattern.sizes.size() > 1) absl::StrAppend(out, "/", NumberText(size.percent));
  });
}

absl::Status ReadPercent(absl::string_view text, double* percent) {
  IOREEL_ASSIGN_OR_RETURN(*percent, ParsePercent(text));
  return absl::OkStatus();
}

absl::Status ReadSize(absl::string_view text, uint64_t* bytes) {
  IOREEL_ASSIGN_OR_RETURN(*bytes, ParseSize(text));
  return absl::OkStatus();
}

absl::Status ReadCount(absl::string_view text, uint64_t* count) {
  return absl::SimpleAtoi(text, count) ? absl::OkStatus() : Expected("a whole number", text);
}

absl::Status ParseOther(absl::string_view text, Pattern* pattern) {
  if (text != "write" && text != "discard") return Expected("write or discard", text);
  pattern->other = text == "write" ? Op::kWrite : Op::kDiscard;
  return absl::OkStatus();
}

absl::Status ParseAlign(absl::string_view text, Pattern* pattern) {
  if (text != "size") return ReadSize(text, &pattern->align_bytes);
  pattern->align_bytes = 0;
  return absl::OkStatus();
}

std::string AlignText(const Pattern& pattern) {
  return pattern.align_bytes == 0 ? "size" : absl::StrCat(pattern.align_bytes);
}

absl::Status ParseThreads(absl::string_view text, Pattern* pattern) {
  if (!absl::SimpleAtoi(text, &pattern->threads) || pattern->threads < 1 ||
      pattern->threads > kMostThreads) {
    return Expected(absl::StrCat("a number of threads from 1 to ", kMostThreads), text);
  }
  return absl::OkStatus();
}

absl::Status ParseRate(absl::string_view text, Pattern* pattern) {
  if (!absl::SimpleAtod(text, &pattern->rate) || !std::isfinite(pattern->rate) ||
      pattern->rate < 0 || pattern->rate > 1e9) {
    return Expected("I/Os a second, at most 1e9", text);
  }
  return absl::OkStatus();
}

absl::Status ParseArrival(absl::string_view text, Pattern* pattern) {
  if (text != "constant" && text != "poisson") return Expected("constant or poisson", text);
  pattern->arrival = text == "poisson" ? Pattern::Arrival::kPoisson : Pattern::Arrival::kConstant;
  return absl::OkStatus();
}

struct Key {
  absl::string_view name;
  absl::Status (*parse)(absl::string_view text, Pattern* pattern);
  std::string (*text)(const Pattern& pattern);
};

const Key kKeys[] = {
    {"bs", ParseSizes, SizesText},
    {"read", [](absl::string_view text, Pattern* p) { return ReadPercent(text, &p->read_percent); },
     [](const Pattern& p) { return NumberText(p.read_percent); }},
    {"random",
     [](absl::string_view text, Pattern* p) { return ReadPercent(text, &p->random_percent); },
     [](const Pattern& p) { return NumberText(p.random_percent); }},
    {"other", ParseOther, [](const Pattern& p) { return std::string(OpName(p.other)); }},
    {"span", [](absl::string_view text, Pattern* p) { return ReadSize(text, &p->span_bytes); },
     [](const Pattern& p) { return absl::StrCat(p.span_bytes); }},
    {"align", ParseAlign, AlignText},
    {"threads", ParseThreads, [](const Pattern& p) { return absl::StrCat(p.threads); }},
    {"ios", [](absl::string_view text, Pattern* p) { return ReadCount(text, &p->ios); },
     [](const Pattern& p) { return absl::StrCat(p.ios); }},
    {"bytes", [](absl::string_view text, Pattern* p) { return ReadSize(text, &p->bytes); },
     [](const Pattern& p) { return absl::StrCat(p.bytes); }},
    {"rate", ParseRate, [](const Pattern& p) { return NumberText(p.rate); }},
    {"arrival", ParseArrival,
     [](const Pattern& p) {
       return std::string(p.arrival == Pattern::Arrival::kPoisson ? "poisson" : "constant");
     }},
    {"seed", [](absl::string_view text, Pattern* p) { return ReadCount(text, &p->seed); },
     [](const Pattern& p) { return absl::StrCat(p.seed); }},
};

absl::Status ParseKey(absl::string_view part, Pattern* pattern) {
  const std::pair<absl::string_view, absl::string_view> key_value =
      absl::StrSplit(part, absl::MaxSplits('=', 1));
  const bool has_value = key_value.first.size() != part.size();
  for (const Key& key : kKeys) {
    if (key.name != key_value.first) continue;
    if (!has_value) return Expected("key=value", part);
    return Annotate(key.parse(key_value.second, pattern), key.name);
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "there is no key '", key_value.first, "'; there are ",
      absl::StrJoin(kKeys, ", ",
                    [](std::string* out, const Key& key) { absl::StrAppend(out, key.name); })));
}

absl::Status ParseKeys(absl::string_view keys, Pattern* pattern) {
  for (const absl::string_view part : absl::StrSplit(keys, ',')) {
    IOREEL_RETURN_IF_ERROR(ParseKey(part, pattern));
  }
  return absl::OkStatus();
}

absl::Status CheckSizes(const Pattern& pattern) {
  double sum = 0;
  for (const Pattern::Size& size : pattern.sizes) {
    sum += size.percent;
    const uint64_t align = pattern.align_bytes;
    if (align == 0 && size.least == size.most) continue;
    const uint64_t step = align == 0 ? size.least : align;
    if (size.least % step == 0 && size.most % step == 0) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("bs: lengths must be multiples of ", FormatSize(step),
                     align == 0 ? ", the shortest, or of an align that is given" : ", the align"));
  }
  if (std::fabs(sum - 100) <= kShareSlack) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrFormat("bs: the shares add up to %g %%, not to 100 %%", sum));
}

}  // namespace

absl::Status CheckPattern(const Pattern& pattern) {
  IOREEL_RETURN_IF_ERROR(CheckSizes(pattern));
  if (pattern.span_bytes == 0) {
    return absl::InvalidArgumentError("span: how much of the target is used must be given");
  }
  if (pattern.span_bytes > uint64_t{1} << 63) {
    return absl::InvalidArgumentError("span: is larger than any device");
  }
  if (pattern.longest() > pattern.span_bytes / static_cast<uint64_t>(pattern.threads)) {
    return absl::InvalidArgumentError(
        absl::StrCat("span: ", FormatSize(pattern.span_bytes), " is too little for ",
                     pattern.threads, " threads with I/Os of ", FormatSize(pattern.longest())));
  }
  if ((pattern.ios == 0) == (pattern.bytes == 0)) {
    return absl::InvalidArgumentError("either ios or bytes must say how much there is to do");
  }
  return absl::OkStatus();
}

absl::StatusOr<Pattern> ParsePattern(absl::string_view spec) {
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(spec, absl::MaxSplits(',', 1));
  const NamedPattern* const named = FindPattern(parts.first);
  if (named == nullptr) {
    return absl::InvalidArgumentError(absl::StrCat(
        "'", parts.first, "' is no pattern; a text begins with one of ",
        absl::StrJoin(NamedPatterns(), ", ", [](std::string* out, const NamedPattern& pattern) {
          absl::StrAppend(out, pattern.name);
        })));
  }
  Pattern pattern;
  CHECK_OK(ParseKeys(named->keys, &pattern));
  if (parts.first.size() != spec.size()) {
    IOREEL_RETURN_IF_ERROR(ParseKeys(parts.second, &pattern));
  }
  return pattern;
}

std::string PatternText(const Pattern& pattern) {
  return absl::StrCat("randread,", absl::StrJoin(kKeys, ",", [&](std::string* out, const Key& key) {
                        absl::StrAppend(out, key.name, "=", key.text(pattern));
                      }));
}

}  // namespace ioreel
