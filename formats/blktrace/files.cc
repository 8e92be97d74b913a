#include "formats/blktrace/files.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <system_error>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "base/file.h"
#include "formats/io/frame_decoder.h"
#include "formats/model/io.h"
#include "formats/number_gaps.h"

namespace ioreel {
namespace {

namespace fs = std::filesystem;

constexpr absl::string_view kInfix = ".blktrace.";

/// A file name taken apart: "sda.blktrace.3" is {"sda", 3}.
struct Name {
  std::string base;
  int cpu = -1;
};

std::optional<Name> ParseName(absl::string_view name) {
  name = WithoutCompressionSuffix(name);
  const size_t infix = name.rfind(kInfix);
  if (infix == absl::string_view::npos || infix == 0) return std::nullopt;
  const absl::string_view digits = name.substr(infix + kInfix.size());
  const bool all_digits = std::all_of(digits.begin(), digits.end(), absl::ascii_isdigit);
  Name parsed{std::string(name.substr(0, infix))};
  if (!all_digits || !absl::SimpleAtoi(digits, &parsed.cpu) || parsed.cpu >= kNoCpu)
    return std::nullopt;
  return parsed;
}

/// The recordings in a folder: base name → CPU → path. A file stands before its compressed copy.
using Recordings = std::map<std::string, std::map<int, std::string>>;

absl::StatusOr<Recordings> ListFolder(const fs::path& folder) {
  std::error_code error;
  fs::directory_iterator entries(folder, error);
  if (error) return ErrnoError(error.value(), "cannot list", folder.string());
  std::set<fs::path> paths;
  for (; entries != fs::directory_iterator(); entries.increment(error)) {
    paths.insert(entries->path());
    if (error) return ErrnoError(error.value(), "cannot list", folder.string());
  }
  Recordings recordings;
  for (const fs::path& path : paths) {
    const auto name = ParseName(path.filename().string());
    if (name) recordings[name->base].emplace(name->cpu, path.string());
  }
  return recordings;
}

/// In order of CPU, without the empty ones.
absl::StatusOr<std::vector<std::string>> Paths(const std::map<int, std::string>& by_cpu) {
  std::vector<std::string> paths;
  for (const auto& [cpu, path] : by_cpu) {
    std::error_code error;
    const auto bytes = fs::file_size(path, error);
    if (error || bytes > 0) paths.push_back(path);  // opening it says what is wrong
  }
  if (!paths.empty()) return paths;
  return absl::InvalidArgumentError(
      absl::StrCat(by_cpu.begin()->second,
                   by_cpu.size() > 1 ? absl::StrCat(" and ", by_cpu.size() - 1, " more") : "",
                   ": the trace is empty, there are no bytes"));
}

absl::StatusOr<std::vector<std::string>> FindInFolder(const std::string& folder) {
  absl::StatusOr<Recordings> found = ListFolder(folder);
  if (!found.ok()) return found.status();
  if (found->empty()) {
    return absl::NotFoundError(
        absl::StrCat(folder,
                     ": the folder has no trace of several files, neither of blktrace "
                     "(NAME.blktrace.0 …) nor of iotrace (octf.trace.0 …)"));
  }
  if (found->size() > 1) {
    const std::string names = absl::StrJoin(*found, ", ", [&](std::string* out, const auto& one) {
      absl::StrAppend(out, (fs::path(folder) / one.first).string());
    });
    return absl::InvalidArgumentError(absl::StrCat(
        folder,
        ": the folder has several blktrace recordings; name one, or those to read together: ",
        names));
  }
  return Paths(found->begin()->second);
}

/// `base` with its folder, without ".blktrace.<cpu>".
absl::StatusOr<std::vector<std::string>> FindByBase(const fs::path& base) {
  const fs::path folder = base.has_parent_path() ? base.parent_path() : fs::path(".");
  absl::StatusOr<Recordings> found = ListFolder(folder);
  if (found.ok()) {
    const auto recording = found->find(base.filename().string());
    if (recording != found->end()) return Paths(recording->second);
  }
  return absl::NotFoundError(absl::StrCat(base.string(), ": no such file, and no ",
                                          base.filename().string(), ".blktrace.0 … in ",
                                          folder.string()));
}

bool HasFile(const fs::path& base, int cpu) {
  const std::string plain = absl::StrCat(base.string(), kInfix, cpu);
  std::error_code error;
  return fs::exists(plain, error) ||
         std::any_of(std::begin(kCompressionSuffixes), std::end(kCompressionSuffixes),
                     [&](auto suffix) { return fs::exists(absl::StrCat(plain, suffix), error); });
}

/// The CPUs below `last` without a file, as NumberGaps.
std::string Gaps(const fs::path& base, int last) {
  std::set<int> present;
  for (int cpu = 0; cpu < last; ++cpu) {
    if (HasFile(base, cpu)) present.insert(cpu);
  }
  return NumberGaps(present, last);
}

}  // namespace

absl::StatusOr<std::vector<std::string>> FindBlktraceFiles(const std::string& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) return FindInFolder(path);
  const fs::path as_path(path);
  if (const auto name = ParseName(as_path.filename().string())) {
    return FindByBase(as_path.parent_path() / name->base);
  }
  if (fs::exists(path, error)) return std::vector<std::string>{path};
  absl::string_view base = path;
  absl::ConsumeSuffix(&base, ".blktrace");
  return FindByBase(fs::path(std::string(base)));
}

int BlktraceFileCpu(absl::string_view path) {
  const auto name = ParseName(fs::path(std::string(path)).filename().string());
  return name ? name->cpu : -1;
}

std::string MissingBlktraceCpus(const std::vector<std::string>& paths) {
  std::map<fs::path, int> highest;  // by recording
  for (const std::string& path : paths) {
    const fs::path as_path(path);
    const auto name = ParseName(as_path.filename().string());
    if (!name) continue;
    int& cpu = highest[as_path.parent_path() / name->base];
    cpu = std::max(cpu, name->cpu);
  }
  std::vector<std::string> missing;
  for (const auto& [base, last] : highest) {
    const std::string gaps = Gaps(base, last);
    if (gaps.empty()) continue;
    missing.push_back(highest.size() == 1 ? gaps : absl::StrCat(base.string(), ": ", gaps));
  }
  return absl::StrJoin(missing, "; ");
}

}  // namespace ioreel
