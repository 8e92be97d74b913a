#include "formats/etl/census.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "base/units.h"

namespace ioreel {
namespace {

constexpr size_t kMostProviders = 4096;
constexpr size_t kShownKinds = 5;

std::string GroupName(size_t group) {
  static constexpr absl::string_view kNames[] = {"of the session itself",
                                                 "DiskIo",
                                                 "Memory (page fault)",
                                                 "Process",
                                                 "FileIo",
                                                 "Thread",
                                                 "TcpIp",
                                                 "Job",
                                                 "UdpIp",
                                                 "Registry",
                                                 "debug print",
                                                 "SystemConfig"};
  if (group < std::size(kNames)) return std::string(kNames[group]);
  if (group == 0x0f) return "PerfInfo (profile, interrupts, system calls)";
  if (group == 0x14) return "Image";
  if (group == 0x18) return "StackWalk";
  return absl::StrFormat("kernel group 0x%02x", group);
}

}  // namespace

void EtlCensus::See(const EtlRecord& record) {
  ++events_;
  if (record.kind == EtlRecord::Kind::kKernel) {
    ++groups_[record.group];
    return;
  }
  const bool has_provider = record.kind != EtlRecord::Kind::kMessage;
  const auto found = has_provider ? providers_.find(record.provider) : providers_.end();
  if (found != providers_.end()) {
    ++found->second;
  } else if (has_provider && providers_.size() < kMostProviders) {
    providers_.emplace(record.provider, 1);
  } else {
    ++other_;
  }
}

std::string EtlCensus::Text() const {
  std::vector<std::pair<uint64_t, std::string>> kinds;
  for (size_t group = 0; group < groups_.size(); ++group)
    if (groups_[group] > 0) kinds.emplace_back(groups_[group], GroupName(group));
  for (const auto& [guid, count] : providers_)
    kinds.emplace_back(count, absl::StrCat("of provider ", EtlGuidText(guid)));
  if (other_ > 0) kinds.emplace_back(other_, "other");
  std::sort(kinds.begin(), kinds.end(), [](const auto& a, const auto& b) {
    return std::pair(b.first, a.second) < std::pair(a.first, b.second);
  });
  const size_t shown = std::min(kinds.size(), kShownKinds);
  std::string text =
      absl::StrJoin(kinds.begin(), kinds.begin() + static_cast<ptrdiff_t>(shown), ", ",
                    [](std::string* out, const auto& kind) {
                      absl::StrAppend(out, FormatCount(kind.first), " ", kind.second);
                    });
  if (shown < kinds.size()) absl::StrAppend(&text, " and ", kinds.size() - shown, " more kinds");
  return text;
}

}  // namespace ioreel
