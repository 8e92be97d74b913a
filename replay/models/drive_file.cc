#include "replay/models/drive_file.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "base/file.h"
#include "base/own_data.h"
#include "base/status_macros.h"
#include "base/toml_table.h"
#include "replay/models/hdd_geometry.h"

namespace ioreel {
namespace {

constexpr double kMost = 1e9;               // of anything that no table below limits
constexpr double kMostBytes = 1e15;         // so that its spiral is counted in nanoseconds
constexpr double kMostFlashBytes = 1.6e13;  // of which a bit is kept for each unit

/// A key of a table, and where its value goes.
struct Real {
  const char* key;
  double* value;
  double least = 0, most = kMost;
};
struct Whole {
  const char* key;
  int64_t* value;
  int64_t least = 1, most = 1 << 16;
};
struct Switch {
  const char* key;
  bool* value;
};
struct Keys {
  const char* table;
  std::vector<Real> reals;
  std::vector<Whole> wholes;
  std::vector<Switch> switches;
};

absl::Status ReadKeys(const TomlTable& file, const Keys& keys) {
  IOREEL_ASSIGN_OR_RETURN(const std::optional<TomlTable> table, file.Table(keys.table));
  if (!table) return absl::OkStatus();
  std::vector<std::string> known;
  for (const Real& real : keys.reals) known.emplace_back(real.key);
  for (const Whole& whole : keys.wholes) known.emplace_back(whole.key);
  for (const Switch& value : keys.switches) known.emplace_back(value.key);
  IOREEL_RETURN_IF_ERROR(table->CheckKeys(known));
  for (const Real& real : keys.reals) {
    IOREEL_RETURN_IF_ERROR(table->Number(real.key, real.least, real.most, real.value));
  }
  for (const Whole& whole : keys.wholes) {
    IOREEL_RETURN_IF_ERROR(table->Whole(whole.key, whole.least, whole.most, whole.value));
  }
  for (const Switch& value : keys.switches) {
    IOREEL_RETURN_IF_ERROR(table->Bool(value.key, value.value));
  }
  return absl::OkStatus();
}

absl::Status ReadTables(const TomlTable& file, const std::vector<Keys>& tables) {
  std::vector<std::string> known = {"model", "kind", "size_bytes"};
  for (const Keys& keys : tables) known.emplace_back(keys.table);
  IOREEL_RETURN_IF_ERROR(file.CheckKeys(known));
  for (const Keys& keys : tables) IOREEL_RETURN_IF_ERROR(ReadKeys(file, keys));
  return absl::OkStatus();
}

std::vector<Keys> TablesOf(HddSpec* hdd) {
  return {{"mechanics",
           {{"rpm", &hdd->rpm, 1, 1e6},
            {"outer_mb_s", &hdd->outer_mb_s, 1},
            {"inner_mb_s", &hdd->inner_mb_s, 1},
            {"track_seek_ms", &hdd->track_seek_ms, 0, 1e4},
            {"average_seek_ms", &hdd->average_seek_ms, 0, 1e4},
            {"full_seek_ms", &hdd->full_seek_ms, 0, 1e4},
            {"write_settle_ms", &hdd->write_settle_ms, 0, 1e4},
            {"head_switch_ms", &hdd->head_switch_ms, 0, 1e4}},
           {{"zones", &hdd->zones, 1, 1024}, {"heads", &hdd->heads, 1, 1024}},
           {}},
          {"buffer",
           {{"mb", &hdd->buffer_mb, 0.001}, {"read_ahead_kb", &hdd->read_ahead_kb}},
           {{"segments", &hdd->segments}},
           {{"write_cache", &hdd->write_cache}}},
          {"queue",
           {{"aging", &hdd->aging}},
           {{"depth", &hdd->queue_depth}},
           {{"reorders", &hdd->reorders}}},
          {"interface",
           {{"mb_s", &hdd->interface_mb_s, 0.001}, {"overhead_us", &hdd->overhead_us}},
           {},
           {}}};
}

absl::StatusOr<HddSpec> ReadHdd(const TomlTable& file) {
  HddSpec hdd;
  IOREEL_RETURN_IF_ERROR(ReadTables(file, TablesOf(&hdd)));
  const absl::Status seeks = HddGeometry::CheckSeeks(hdd);
  if (!seeks.ok()) {
    IOREEL_ASSIGN_OR_RETURN(const std::optional<TomlTable> mechanics, file.Table("mechanics"));
    return mechanics ? mechanics->Fault(seeks.message()) : file.Fault(seeks.message());
  }
  return hdd;
}

std::vector<Keys> TablesOf(SsdSpec* ssd) {
  return {
      {"flash",
       {{"read_us", &ssd->read_us},
        {"program_us", &ssd->program_us},
        {"erase_ms", &ssd->erase_ms},
        {"channel_mb_s", &ssd->channel_mb_s, 0.001},
        {"spare_percent", &ssd->spare_percent, 0.1, 1e4}},
       {{"channels", &ssd->channels, 1, 1024},
        {"dies", &ssd->dies, 1, 1024},
        {"planes", &ssd->planes, 1, 64},
        {"page_kib", &ssd->page_kib, 1, 1024},
        {"pages_per_block", &ssd->pages_per_block}},
       {}},
      {"controller",
       {{"read_command_us", &ssd->read_command_us},
        {"write_command_us", &ssd->write_command_us},
        {"random_write_us", &ssd->random_write_us},
        {"mb_s", &ssd->controller_mb_s, 0.001},
        {"read_latency_us", &ssd->read_latency_us},
        {"write_latency_us", &ssd->write_latency_us},
        {"buffer_mb", &ssd->buffer_mb, 0.001},
        {"compressed_least_percent", &ssd->compressed_least_percent, 1, 100},
        {"trim_us", &ssd->trim_us}},
       {{"mapping_kib", &ssd->mapping_kib, 1, 1024},
        {"read_ahead_pages", &ssd->read_ahead_pages, 0, 128}},
       {{"compresses", &ssd->compresses}, {"safe_buffer", &ssd->safe_buffer}}},
      {"interface",
       {{"mb_s", &ssd->interface_mb_s, 0.001}, {"write_mb_s", &ssd->interface_write_mb_s}},
       {{"queue_depth", &ssd->queue_depth}},
       {}},
      {"state", {{"filled_percent", &ssd->filled_percent, 0, 100}}, {}, {{"used", &ssd->used}}}};
}

absl::StatusOr<SsdSpec> ReadSsd(const TomlTable& file) {
  SsdSpec ssd;
  IOREEL_RETURN_IF_ERROR(ReadTables(file, TablesOf(&ssd)));
  return ssd;
}

void AppendKeys(const Keys& keys, std::string* text) {
  absl::StrAppend(text, "\n[", keys.table, "]\n");
  for (const Real& real : keys.reals) {
    absl::StrAppend(text, real.key, " = ", absl::StrFormat("%.6g", *real.value), "\n");
  }
  for (const Whole& whole : keys.wholes) {
    absl::StrAppend(text, whole.key, " = ", *whole.value, "\n");
  }
  for (const Switch& value : keys.switches) {
    absl::StrAppend(text, value.key, " = ", *value.value ? "true" : "false", "\n");
  }
}

/// Seen from the program: of PREFIX/bin/ioreel, and in the source tree of BUILD/PRESET/ioreel and
/// of the tests beside it.
absl::StatusOr<std::string> OwnFolder() {
  return FindOwnData(
      {"../share/ioreel/drives", "../../replay/models/drives", "../../../replay/models/drives"});
}

}  // namespace

absl::StatusOr<DriveSpec> ParseDrive(const std::string& text, const std::string& name) {
  IOREEL_ASSIGN_OR_RETURN(const TomlTable file, TomlTable::Parse(text, name));
  DriveSpec drive;
  std::string kind;
  double size = 0;
  IOREEL_RETURN_IF_ERROR(file.Text("model", &drive.model));
  IOREEL_RETURN_IF_ERROR(file.Text("kind", &kind));
  IOREEL_RETURN_IF_ERROR(file.Number("size_bytes", 1, kMostBytes, &size));
  if (size == 0) return file.Fault("lacks its size_bytes");
  drive.size_bytes = static_cast<uint64_t>(size);
  if (kind == "hdd") {
    IOREEL_ASSIGN_OR_RETURN(drive.kind, ReadHdd(file));
  } else if (kind == "ssd") {
    IOREEL_RETURN_IF_ERROR(file.Number("size_bytes", 1, kMostFlashBytes, &size));
    IOREEL_ASSIGN_OR_RETURN(drive.kind, ReadSsd(file));
  } else if (file.Has("kind")) {
    return file.FaultOf("kind", "takes \"hdd\" or \"ssd\"");
  } else {
    return file.Fault("lacks its kind, \"hdd\" or \"ssd\"");
  }
  return drive;
}

absl::StatusOr<DriveSpec> ReadDriveFile(const std::string& path) {
  IOREEL_ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
  return ParseDrive(text, path);
}

std::string DriveFileText(const DriveSpec& drive, const std::string& comment) {
  std::string text;
  for (const absl::string_view line : absl::StrSplit(comment, '\n')) {
    absl::StrAppend(&text, "# ", line, "\n");
  }
  const bool is_hdd = std::holds_alternative<HddSpec>(drive.kind);
  absl::StrAppend(&text, "model = ", TomlQuoted(drive.model), "\nkind = \"", is_hdd ? "hdd" : "ssd",
                  "\"\nsize_bytes = ", drive.size_bytes, "\n");
  auto kind = drive.kind;
  const std::vector<Keys> tables = std::visit([](auto& spec) { return TablesOf(&spec); }, kind);
  for (const Keys& keys : tables) AppendKeys(keys, &text);
  return text;
}

std::vector<std::string> DriveNames() {
  std::vector<std::string> names;
  const auto folder = OwnFolder();
  if (!folder.ok()) return names;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(*folder, error)) {
    if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

absl::StatusOr<std::string> FindDriveFile(absl::string_view name) {
  const std::vector<std::string> names = DriveNames();
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    return absl::NotFoundError(
        absl::StrCat("no drive is called '", name, "'; there are: ", absl::StrJoin(names, ", ")));
  }
  IOREEL_ASSIGN_OR_RETURN(const std::string folder, OwnFolder());
  return absl::StrCat(folder, "/", name, ".toml");
}

}  // namespace ioreel
