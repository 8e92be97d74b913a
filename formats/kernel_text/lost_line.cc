#include "formats/kernel_text/lost_line.h"

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "formats/model/io.h"

namespace ioreel {

std::optional<LostLine> ParseLostLine(absl::string_view line) {
  if (!absl::ConsumePrefix(&line, "CPU:") || !absl::ConsumeSuffix(&line, "]")) return std::nullopt;
  const size_t bracket = line.find(" [");
  uint32_t cpu = 0;
  if (bracket == absl::string_view::npos || !absl::SimpleAtoi(line.substr(0, bracket), &cpu) ||
      cpu >= kNoCpu)
    return std::nullopt;
  absl::string_view what = line.substr(bracket + 2);
  const bool by_kernel = absl::ConsumePrefix(&what, "LOST ");
  if (!absl::ConsumeSuffix(&what, by_kernel ? "EVENTS" : "EVENTS DROPPED")) return std::nullopt;
  LostLine lost{.cpu = static_cast<uint16_t>(cpu)};
  if (!what.empty() && !absl::SimpleAtoi(absl::StripAsciiWhitespace(what), &lost.events))
    return std::nullopt;
  return lost;
}

}  // namespace ioreel
