#include "formats/kernel_text/lost_line.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "formats/model/io.h"

namespace ioreel {
namespace {

/// Takes "CPU:1 " off the front.
uint16_t TakeCpu(absl::string_view* line) {
  if (!absl::ConsumePrefix(line, "CPU:")) return kNoCpu;
  const absl::string_view number = line->substr(0, line->find('['));
  line->remove_prefix(number.size());
  uint32_t cpu = kNoCpu;
  return absl::SimpleAtoi(number, &cpu) ? static_cast<uint16_t>(std::min<uint32_t>(cpu, kNoCpu))
                                        : kNoCpu;
}

}  // namespace

std::optional<LostLine> ParseLostLine(absl::string_view line) {
  LostLine lost;
  lost.cpu = TakeCpu(&line);
  if (!absl::ConsumePrefix(&line, "[") || !absl::ConsumeSuffix(&line, "]")) return std::nullopt;
  const bool by_kernel = absl::ConsumePrefix(&line, "LOST ");
  if (!absl::ConsumeSuffix(&line, by_kernel ? "EVENTS" : "EVENTS DROPPED")) return std::nullopt;
  if (!absl::SimpleAtoi(absl::StripAsciiWhitespace(line), &lost.events)) lost.events = 0;
  return lost;
}

}  // namespace ioreel
