#include "formats/octf/files.h"

#include <filesystem>
#include <map>
#include <set>
#include <system_error>

#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "formats/io/frame_decoder.h"

namespace ioreel {
namespace {

namespace fs = std::filesystem;

constexpr int kMostQueues = 1 << 16;

/// Without what says that it is compressed.
absl::string_view BaseName(absl::string_view path) {
  const size_t slash = path.rfind('/');
  return WithoutCompressionSuffix(slash == absl::string_view::npos ? path : path.substr(slash + 1));
}

/// The files of a folder, each in front of its compressed copies.
std::set<std::string> FilesIn(const fs::path& folder) {
  std::set<std::string> files;
  std::error_code error;
  fs::directory_iterator entries(folder.empty() ? "." : folder, error);
  for (; !error && entries != fs::directory_iterator(); entries.increment(error))
    files.insert((folder / entries->path().filename()).string());
  return files;
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
  std::string summary;
  for (const std::string& file : FilesIn(folder)) {
    std::error_code unknown;  // opening it says what is wrong
    const bool empty = fs::file_size(file, unknown) == 0 && !unknown;
    if (const int queue = OctfQueue(file); queue >= 0 && !empty) by_queue.emplace(queue, file);
    if (IsOctfSummary(file) && summary.empty()) summary = file;
  }
  std::vector<std::string> files;
  for (const auto& [queue, file] : by_queue) files.push_back(file);
  if (!files.empty() && !summary.empty()) files.push_back(summary);
  return files;
}

}  // namespace ioreel
