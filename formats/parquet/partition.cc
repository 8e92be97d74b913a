#include "formats/parquet/partition.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/strip.h"
#include "formats/io/frame_decoder.h"

namespace ioreel {
namespace {

namespace fs = std::filesystem;

constexpr absl::string_view kUnknown = "__HIVE_DEFAULT_PARTITION__";
constexpr absl::string_view kHostKey = "host=", kTraceKey = "trace=";

/// As a folder's name; other characters than these stand as %XX.
std::string Escaped(absl::string_view value) {
  if (value.empty()) return std::string(kUnknown);
  std::string escaped;
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    if (absl::ascii_isalnum(byte) || absl::StrContains("-_. ", absl::string_view(&c, 1)))
      escaped.push_back(c);
    else
      absl::StrAppendFormat(&escaped, "%%%02X", byte);
  }
  return escaped;
}

/// Of a folder, by whatever path.
std::string FolderName(const fs::path& path) {
  const std::string name = path.filename().string();
  if (name != "" && name != "." && name != "..") return name;
  std::error_code error;
  return fs::canonical(path, error).filename().string();
}

}  // namespace

bool IsPartitionFolder(absl::string_view path) { return absl::EndsWith(path, "/"); }

std::string TraceFolder(const std::string& folder, absl::string_view host,
                        absl::string_view trace) {
  const std::string last = fs::path(folder).parent_path().filename().string();
  if (absl::StartsWith(last, kTraceKey)) return folder;
  const std::string of_host =
      absl::StartsWith(last, kHostKey) ? "" : absl::StrCat(kHostKey, Escaped(host), "/");
  return absl::StrCat(folder, of_host, kTraceKey, Escaped(trace), "/");
}

std::string TraceNameOf(const std::string& path) {
  if (path == "-") return "stdin";
  std::error_code error;
  if (fs::is_directory(path, error)) return FolderName(path);
  fs::path name = fs::path(path).filename();
  for (const absl::string_view compression : kCompressionSuffixes) {
    if (name.extension().string() == compression) name = name.stem();
  }
  return std::string(absl::StripSuffix(name.stem().string(), ".blktrace"));
}

std::string PartPath(const std::string& folder, size_t number) {
  return absl::StrCat(folder, absl::StrFormat("part-%05d.parquet", number));
}

std::vector<std::string> PartsOf(const std::string& folder) {
  std::vector<std::string> parts;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (absl::StartsWith(name, "part-") && absl::EndsWith(name, ".parquet"))
      parts.push_back(absl::StrCat(folder, name));
  }
  std::sort(parts.begin(), parts.end());
  return parts;
}

}  // namespace ioreel
