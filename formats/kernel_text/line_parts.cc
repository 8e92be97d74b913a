#include "formats/kernel_text/line_parts.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"
#include "formats/import/fields.h"
#include "formats/model/sector.h"

namespace ioreel {
namespace {

constexpr uint64_t kNoSector = std::numeric_limits<uint64_t>::max();

absl::Status Bad(absl::string_view what) { return absl::InvalidArgumentError(what); }

std::optional<uint64_t> TakeNumber(absl::string_view* rest) {
  size_t digits = 0;
  while (digits < rest->size() && absl::ascii_isdigit(static_cast<unsigned char>((*rest)[digits])))
    ++digits;
  const auto number = ParseUnsigned(rest->substr(0, digits));
  rest->remove_prefix(digits);
  *rest = absl::StripLeadingAsciiWhitespace(*rest);
  return number;
}

}  // namespace

absl::string_view TakeWord(absl::string_view* rest) {
  const auto is_blank = [rest](size_t at) { return (*rest)[at] == ' ' || (*rest)[at] == '\t'; };
  size_t begin = 0;
  while (begin < rest->size() && is_blank(begin)) ++begin;
  size_t end = begin;
  while (end < rest->size() && !is_blank(end)) ++end;
  const absl::string_view word = rest->substr(begin, end - begin);
  rest->remove_prefix(end);
  return word;
}

bool IsDigits(absl::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return absl::ascii_isdigit(static_cast<unsigned char>(c));
  });
}

bool IsDevice(absl::string_view word) {
  const size_t comma = word.find(',');
  return comma != absl::string_view::npos && IsDigits(word.substr(0, comma)) &&
         IsDigits(word.substr(comma + 1));
}

absl::StatusOr<uint16_t> ParseCpu(absl::string_view digits) {
  const auto cpu = ParseUnsigned(digits);
  if (!cpu || *cpu >= kNoCpu)
    return Bad(absl::StrCat("a CPU number above ", kNoCpu - 1, ": ", Quoted(digits)));
  return static_cast<uint16_t>(*cpu);
}

bool ParseDevice(absl::string_view word, RawEvent* raw) {
  const size_t comma = word.find(',');
  if (comma == absl::string_view::npos) return false;
  const auto major = ParseUnsigned(word.substr(0, comma));
  const auto minor = ParseUnsigned(word.substr(comma + 1));
  if (!major || !minor || *major >= 1u << 12 || *minor >= 1u << 20) return false;
  raw->major = static_cast<uint32_t>(*major);
  raw->minor = static_cast<uint32_t>(*minor);
  return true;
}

bool ParseEventTime(absl::string_view word, KernelLine* line) {
  const size_t dot = word.find('.');
  if (dot == 0 || dot == absl::string_view::npos || dot + 1 == word.size()) return false;
  const auto time_ns = ParseSecondsNs(word);
  if (!time_ns || *time_ns < 0) return false;
  line->raw.event.time_ns = *time_ns;
  line->decimals = static_cast<int>(word.size() - dot - 1);
  return true;
}

absl::Status SetSectors(uint64_t sector, uint64_t sectors, StageEvent* event) {
  constexpr uint64_t kMost = std::numeric_limits<int64_t>::max() / kSectorBytes;
  if (sector == kNoSector && sectors == 0) sector = 0;
  if (sectors > kMost || sector > kMost - sectors) return Bad("a sector that no device can have");
  event->offset = sector * kSectorBytes;
  event->length = sectors * kSectorBytes;
  return absl::OkStatus();
}

absl::Status SetCommandBytes(uint64_t bytes, StageEvent* event) {
  if (bytes > std::numeric_limits<uint32_t>::max())
    return Bad("a command of more bytes than a request can have");
  event->length = bytes;
  return absl::OkStatus();
}

absl::Status SetRange(const TextRange& range, StageEvent* event) {
  const uint64_t second = range.second.value_or(0);
  const uint64_t sectors = range.split ? second - std::min(second, range.first) : second;
  IOREEL_RETURN_IF_ERROR(SetSectors(range.first, sectors, event));
  if (range.split) event->extra = event->offset + event->length;
  return absl::OkStatus();
}

absl::StatusOr<std::optional<TextRange>> TakeRange(absl::string_view* rest) {
  *rest = absl::StripLeadingAsciiWhitespace(*rest);
  const auto first = TakeNumber(rest);
  if (!first) return std::optional<TextRange>();
  TextRange range;
  range.first = *first;
  range.split = absl::StartsWith(*rest, "/");
  if (!range.split && !absl::StartsWith(*rest, "+")) return range;
  rest->remove_prefix(1);
  *rest = absl::StripLeadingAsciiWhitespace(*rest);
  range.second = TakeNumber(rest);
  if (!range.second) return Bad("a range that does not say how many sectors");
  return range;
}

absl::Status ParseRemap(absl::string_view rest, StageEvent* event) {
  RawEvent from;
  absl::string_view word;
  const bool arrow = TakeWord(&rest) == "<-";
  word = TakeWord(&rest);
  if (!arrow || !absl::ConsumePrefix(&word, "(") || !absl::ConsumeSuffix(&word, ")") ||
      !ParseDevice(word, &from))
    return Bad("a remap that does not say from where");
  const auto sector = ParseUnsigned(TakeWord(&rest));
  StageEvent old;
  if (!sector || !SetSectors(*sector, 0, &old).ok()) return Bad("a remap from no sector");
  event->extra = old.offset;
  return absl::OkStatus();
}

absl::Status ParseError(absl::string_view rest, StageEvent* event) {
  constexpr int64_t kCast = 1 << 16;  // blkparse's unsigned short for a negative errno
  if (!absl::ConsumePrefix(&rest, "[")) return Bad("a completion without its error");
  auto error = ParseSigned(rest.substr(0, rest.find(']')));
  if (!error || std::abs(*error) >= kCast) return Bad("an error that is no number");
  if (*error >= kCast / 2) *error -= kCast;
  event->error = static_cast<int32_t>(std::abs(*error));
  return absl::OkStatus();
}

absl::Status SetLost(uint16_t cpu, uint64_t events, KernelLine* line) {
  line->kind = KernelLine::Kind::kLost;
  line->raw.event.stage = Stage::kLost;
  line->raw.event.cpu = cpu;
  line->raw.event.length = events;
  return absl::OkStatus();
}

}  // namespace ioreel
