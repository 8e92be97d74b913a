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
constexpr int64_t kNsPerSecond = 1'000'000'000;
constexpr uint64_t kMostSeconds = std::numeric_limits<int64_t>::max() / kNsPerSecond - 1;

absl::Status Bad(absl::string_view what) { return absl::InvalidArgumentError(what); }

}  // namespace

absl::Status SetDevice(const TextDevice& device, RawEvent* raw) {
  if (device.major >= 1u << 12 || device.minor >= 1u << 20)
    return Bad("a device number that no kernel has");
  raw->major = static_cast<uint32_t>(device.major);
  raw->minor = static_cast<uint32_t>(device.minor);
  return absl::OkStatus();
}

absl::Status SetCpu(uint64_t cpu, StageEvent* event) {
  if (cpu >= kNoCpu) return Bad(absl::StrCat("a CPU number above ", kNoCpu - 1, ": ", cpu));
  event->cpu = static_cast<uint16_t>(cpu);
  return absl::OkStatus();
}

bool ParseEventTime(absl::string_view word, KernelLine* line) {
  const auto seconds = TakeUnsigned(&word);
  if (!seconds || !absl::ConsumePrefix(&word, ".") || word.empty()) return false;
  const auto decimals_ns = ParseDecimals(word, kNsPerSecond);
  if (!decimals_ns || *seconds > kMostSeconds) return false;
  line->raw.event.time_ns = static_cast<int64_t>(*seconds) * kNsPerSecond + *decimals_ns;
  line->decimals = static_cast<int>(word.size());
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
  SkipBlanks(rest);
  const auto first = TakeUnsigned(rest);
  if (!first) return std::optional<TextRange>();
  SkipBlanks(rest);
  TextRange range;
  range.first = *first;
  range.split = absl::StartsWith(*rest, "/");
  if (!range.split && !absl::StartsWith(*rest, "+")) return range;
  rest->remove_prefix(1);
  SkipBlanks(rest);
  range.second = TakeUnsigned(rest);
  if (!range.second) return Bad("a range that does not say how many sectors");
  SkipBlanks(rest);
  return range;
}

absl::Status ParseRemap(absl::string_view rest, StageEvent* event) {
  absl::string_view word;
  const bool arrow = TakeWord(&rest) == "<-";
  word = TakeWord(&rest);
  if (!arrow || !absl::ConsumePrefix(&word, "(") || !absl::ConsumeSuffix(&word, ")") ||
      !TakeDevice(&word))
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
