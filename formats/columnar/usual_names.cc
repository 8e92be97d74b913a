#include "formats/columnar/usual_names.h"

#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "formats/columnar/column_choice.h"

namespace ioreel {
namespace {

struct Known {
  absl::string_view name;
  Role role;
  int64_t unit = 0;  ///< 0 = the name tells none
};

constexpr Known kKnown[] = {
    {"time", Role::kTime},
    {"timestamp", Role::kTime},
    {"datetime", Role::kTime},
    {"date_time", Role::kTime},
    {"ts", Role::kTime},
    {"t", Role::kTime},
    {"start", Role::kTime},
    {"start_time", Role::kTime},
    {"issue_time", Role::kTime},
    {"arrival", Role::kTime},
    {"arrival_time", Role::kTime},
    {"end", Role::kEndTime},
    {"end_time", Role::kEndTime},
    {"complete", Role::kEndTime},
    {"complete_time", Role::kEndTime},
    {"completion_time", Role::kEndTime},
    {"latency", Role::kLatency},
    {"lat", Role::kLatency},
    {"response", Role::kLatency},
    {"response_time", Role::kLatency},
    {"duration", Role::kLatency},
    {"op", Role::kOp},
    {"operation", Role::kOp},
    {"opcode", Role::kOp},
    {"type", Role::kOp},
    {"io_type", Role::kOp},
    {"iotype", Role::kOp},
    {"rw", Role::kOp},
    {"rwbs", Role::kOp},
    {"offset", Role::kOffset, kByte},
    {"byte_offset", Role::kOffset, kByte},
    {"off", Role::kOffset, kByte},
    {"lba", Role::kOffset, kSector},
    {"lbn", Role::kOffset, kSector},
    {"sector", Role::kOffset, kSector},
    {"length", Role::kLength, kByte},
    {"len", Role::kLength, kByte},
    {"size", Role::kLength, kByte},
    {"io_size", Role::kLength, kByte},
    {"iosize", Role::kLength, kByte},
    {"bytes", Role::kLength, kByte},
    {"nbytes", Role::kLength, kByte},
    {"sectors", Role::kLength, kSector},
    {"nr_sector", Role::kLength, kSector},
    {"nr_sectors", Role::kLength, kSector},
    {"device", Role::kDevice},
    {"dev", Role::kDevice},
    {"disk", Role::kDevice},
    {"volume", Role::kDevice},
    {"lun", Role::kDevice},
    {"device_id", Role::kDevice},
    {"volume_id", Role::kDevice},
    {"pid", Role::kPid},
    {"tid", Role::kTid},
    {"process", Role::kProcess},
    {"comm", Role::kProcess},
};

const Known* Find(absl::string_view name) {
  for (const Known& known : kKnown) {
    if (known.name == name) return &known;
  }
  return nullptr;
}

}  // namespace

std::optional<UsualName> FindUsualName(absl::string_view name) {
  std::string plain = absl::AsciiStrToLower(absl::StripAsciiWhitespace(name));
  plain = absl::StrReplaceAll(plain, {{" ", "_"}, {"-", "_"}, {"(", "_"}, {"[", "_"}, {"__", "_"}});
  while (!plain.empty() && (plain.back() == ')' || plain.back() == ']')) plain.pop_back();
  if (const Known* known = Find(plain)) {
    UsualName usual{.role = known->role};
    if (known->unit > 0) usual.unit = known->unit;
    return usual;
  }
  const size_t bar = plain.rfind('_');
  if (bar == std::string::npos) return std::nullopt;
  const Known* const known = Find(absl::StripSuffix(absl::string_view(plain).substr(0, bar), "_"));
  if (known == nullptr) return std::nullopt;
  const std::optional<int64_t> unit =
      FindUnit(known->role, absl::string_view(plain).substr(bar + 1));
  if (!unit) return std::nullopt;
  return UsualName{.role = known->role, .unit = unit};
}

}  // namespace ioreel
