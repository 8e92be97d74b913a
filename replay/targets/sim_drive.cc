#include "replay/targets/sim_drive.h"

#include <set>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"
#include "base/units.h"

namespace ioreel {
namespace {

constexpr char kPrefix[] = "sim:";
constexpr int kMostChannels = 1 << 16;
constexpr int64_t kMostNs = int64_t{3600} * 1'000'000'000;  // of an I/O

absl::Status SetChannels(absl::string_view value, SimModel* model) {
  const bool is_number = absl::SimpleAtoi(value, &model->channels);
  if (is_number && model->channels >= 1 && model->channels <= kMostChannels) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat("expected 1 to ", kMostChannels, " channels, found '", value, "'"));
}

absl::Status SetRate(absl::string_view value, SimModel* model) {
  IOREEL_ASSIGN_OR_RETURN(const uint64_t bytes, ParseSize(value));
  if (bytes == 0) return absl::InvalidArgumentError("rate=0 would never move a byte");
  model->ns_per_byte = 1e9 / static_cast<double>(bytes);
  return absl::OkStatus();
}

absl::Status Set(absl::string_view key, absl::string_view value, SimModel* model) {
  if (key == "channels") return SetChannels(value, model);
  if (key == "rate") return SetRate(value, model);
  int64_t* const time_ns = key == "read"    ? &model->read_ns
                           : key == "write" ? &model->write_ns
                           : key == "other" ? &model->other_ns
                                            : nullptr;
  if (time_ns == nullptr) {
    return absl::InvalidArgumentError(
        absl::StrCat("'", key, "' is nothing of a simulated drive, which has read, write, other, ",
                     "rate and channels"));
  }
  IOREEL_ASSIGN_OR_RETURN(*time_ns, ParseDurationNs(value));
  if (*time_ns <= kMostNs) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("expected at most 1h an I/O, found ", key, "=", value));
}

}  // namespace

bool IsSimDrive(absl::string_view path) { return absl::StartsWith(path, kPrefix); }

absl::StatusOr<SimDrive> ParseSimDrive(absl::string_view path, size_t* fault) {
  const auto fault_at = [&](absl::string_view word) {
    *fault = static_cast<size_t>(word.data() - path.data());
  };
  const std::vector<absl::string_view> words =
      absl::StrSplit(absl::StripPrefix(path, kPrefix), ':');
  SimDrive drive;
  const auto size_bytes = ParseSize(words.front());
  if (!size_bytes.ok() || *size_bytes == 0) {
    fault_at(words.front());
    return absl::InvalidArgumentError(
        absl::StrCat(path, ": a simulated drive has a size, as in sim:1g:read=80us:channels=4; a ",
                     "file named so is written ./", path));
  }
  drive.size_bytes = *size_bytes;
  std::set<absl::string_view> seen;
  for (size_t i = 1; i < words.size(); ++i) {
    const std::pair<absl::string_view, absl::string_view> setting =
        absl::StrSplit(words[i], absl::MaxSplits('=', 1));
    fault_at(words[i]);
    if (!seen.insert(setting.first).second) {
      return absl::InvalidArgumentError(
          absl::StrCat(path, ": '", setting.first, "' is given twice"));
    }
    const absl::Status set = Set(setting.first, setting.second, &drive.model);
    if (!set.ok()) return Annotate(set, path);
  }
  return drive;
}

}  // namespace ioreel
