#include "replay/targets/sim_drive.h"

#include <set>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "replay/models/drive_file.h"

namespace ioreel {
namespace {

constexpr char kPrefix[] = "sim:";
constexpr char kFileEnd[] = ".toml";
constexpr int kMostChannels = 1 << 16;
constexpr int64_t kMostNs = int64_t{3600} * 1'000'000'000;  // of an I/O

bool IsFile(absl::string_view name) {
  return absl::StartsWith(name, "/") || absl::StartsWith(name, ".");
}

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

absl::Status SetOnOff(absl::string_view value, bool* on) {
  if (value != "on" && value != "off") {
    return absl::InvalidArgumentError(absl::StrCat("expected on or off, found '", value, "'"));
  }
  *on = value == "on";
  return absl::OkStatus();
}

absl::Status SetState(absl::string_view value, SsdSpec* ssd) {
  if (value != "fresh" && value != "used") {
    return absl::InvalidArgumentError(
        absl::StrCat("expected state=fresh or state=used, found '", value, "'"));
  }
  ssd->used = value == "used";
  ssd->filled_percent = ssd->used ? 100 : 0;
  return absl::OkStatus();
}

absl::Status SetOfDrive(absl::string_view key, absl::string_view value, DriveSpec* drive) {
  auto* const hdd = std::get_if<HddSpec>(&drive->kind);
  auto* const ssd = std::get_if<SsdSpec>(&drive->kind);
  if (hdd != nullptr && key == "write_cache") return SetOnOff(value, &hdd->write_cache);
  if (hdd != nullptr && key == "reorders") return SetOnOff(value, &hdd->reorders);
  if (ssd != nullptr && key == "state") return SetState(value, ssd);
  return absl::InvalidArgumentError(
      absl::StrCat("'", key, "' is nothing of this drive, which has ",
                   hdd != nullptr ? "write_cache=on|off and reorders=on|off" : "state=fresh|used"));
}

/// What a path names before its settings: a size, a drive of ioreel's own, or a file.
absl::string_view NameIn(absl::string_view path) {
  absl::string_view rest = absl::StripPrefix(path, kPrefix);
  const size_t file_end = rest.find(kFileEnd);
  if (IsFile(rest) && file_end != absl::string_view::npos) {
    return rest.substr(0, file_end + sizeof(kFileEnd) - 1);
  }
  return rest.substr(0, rest.find(':'));
}

absl::Status ReadNamed(absl::string_view name, SimDrive* drive) {
  std::string file(name);
  if (!IsFile(name)) {
    IOREEL_ASSIGN_OR_RETURN(file, FindDriveFile(name));
  }
  IOREEL_ASSIGN_OR_RETURN(drive->spec.emplace(), ReadDriveFile(file));
  drive->size_bytes = drive->spec->size_bytes;
  return absl::OkStatus();
}

absl::Status ReadSize(absl::string_view path, absl::string_view name, SimDrive* drive) {
  const auto size_bytes = ParseSize(name);
  if (!size_bytes.ok() || *size_bytes == 0) {
    return absl::InvalidArgumentError(
        absl::StrCat(path, ": a simulated drive has a size, as in sim:1g:read=80us:channels=4, or ",
                     "a name, as in sim:intel-520-240; a file named so is written ./", path));
  }
  drive->size_bytes = *size_bytes;
  return absl::OkStatus();
}

absl::Status ReadSettings(absl::string_view path, absl::string_view settings, SimDrive* drive,
                          size_t* fault) {
  std::set<absl::string_view> seen;
  for (const absl::string_view word : absl::StrSplit(settings, ':')) {
    const std::pair<absl::string_view, absl::string_view> setting =
        absl::StrSplit(word, absl::MaxSplits('=', 1));
    *fault = static_cast<size_t>(word.data() - path.data());
    if (!seen.insert(setting.first).second) {
      return absl::InvalidArgumentError(absl::StrCat("'", setting.first, "' is given twice"));
    }
    IOREEL_RETURN_IF_ERROR(drive->spec ? SetOfDrive(setting.first, setting.second, &*drive->spec)
                                       : Set(setting.first, setting.second, &drive->model));
  }
  return absl::OkStatus();
}

}  // namespace

bool IsSimDrive(absl::string_view path) { return absl::StartsWith(path, kPrefix); }

std::string SimDriveFile(absl::string_view path) {
  const absl::string_view name = NameIn(path);
  return IsFile(name) ? std::string(name) : "";
}

absl::StatusOr<SimDrive> ParseSimDrive(absl::string_view path, size_t* fault) {
  const absl::string_view name = NameIn(path);
  *fault = static_cast<size_t>(name.data() - path.data());
  SimDrive drive;
  if (IsFile(name) || (!name.empty() && absl::ascii_isalpha(static_cast<unsigned char>(name[0])))) {
    IOREEL_RETURN_IF_ERROR(Annotate(ReadNamed(name, &drive), path));
  } else {
    IOREEL_RETURN_IF_ERROR(ReadSize(path, name, &drive));
  }
  absl::string_view settings = path.substr(*fault + name.size());
  if (absl::ConsumePrefix(&settings, ":")) {
    IOREEL_RETURN_IF_ERROR(Annotate(ReadSettings(path, settings, &drive, fault), path));
  }
  if (drive.spec) drive.model.drive = std::make_shared<const DriveSpec>(*drive.spec);
  return drive;
}

}  // namespace ioreel
