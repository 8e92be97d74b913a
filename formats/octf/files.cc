#include "formats/octf/files.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>

#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"

namespace ioreel {
namespace {

namespace fs = std::filesystem;

constexpr int kMostQueues = 1 << 16;

absl::string_view BaseName(absl::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == absl::string_view::npos ? path : path.substr(slash + 1);
}

}  // namespace

bool IsOctfSummary(absl::string_view path) { return BaseName(path) == "octf.summary"; }

int OctfQueue(absl::string_view path) {
  absl::string_view number = BaseName(path);
  int queue = -1;
  const bool named = absl::ConsumePrefix(&number, "octf.trace.") &&
                     absl::SimpleAtoi(number, &queue) && queue >= 0 && queue < kMostQueues;
  return named ? queue : -1;
}

std::vector<std::string> FindOctfFiles(const std::string& path) {
  std::error_code error;
  const bool is_folder = fs::is_directory(path, error);
  if (!is_folder && OctfQueue(path) < 0 && !IsOctfSummary(path)) return {};
  const fs::path folder = is_folder ? fs::path(path) : fs::path(path).parent_path();
  std::map<int, std::string> by_queue;
  const fs::path summary = folder / "octf.summary";
  fs::directory_iterator entries(folder.empty() ? "." : folder, error);
  for (; !error && entries != fs::directory_iterator(); entries.increment(error)) {
    const fs::path name = entries->path().filename();
    const int queue = OctfQueue(name.string());
    std::error_code unknown;  // opening it says what is wrong
    const bool empty = fs::file_size(folder / name, unknown) == 0 && !unknown;
    if (queue >= 0 && !empty) by_queue[queue] = (folder / name).string();
  }
  std::vector<std::string> files;
  for (const auto& [queue, file] : by_queue) files.push_back(file);
  if (!files.empty() && fs::exists(summary, error)) files.push_back(summary.string());
  return files;
}

}  // namespace ioreel
