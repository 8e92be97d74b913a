#include "cli/pair_store.h"

#include <algorithm>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "analysis/compare/comparability.h"
#include "analysis/score/verdict.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "cli/named_results.h"

namespace ioreel {
namespace {

constexpr char kWarmUp[] = "warm-up", kRejected[] = "rejected";

absl::Status MakeFolder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  return error ? ErrnoError(error.value(), "cannot make the folder", folder) : absl::OkStatus();
}

bool HoldsSomething(const std::string& folder) {
  std::error_code error;
  return std::filesystem::exists(folder, error) && !std::filesystem::is_empty(folder, error);
}

/// "FOLDER/1-base-001-app.json", or the next number that is free.
std::string FreeName(const std::string& folder, absl::string_view name) {
  for (int i = 1;; ++i) {
    const std::string path = absl::StrCat(folder, "/", i, "-", name);
    if (!std::filesystem::exists(path)) return path;
  }
}

std::vector<std::string> DifferencesOf(const RunResult& held, const RunResult& planned) {
  if (held.trace.digest == planned.trace.digest) return FingerprintDifferences(held, planned);
  return {absl::StrCat("trace: ", held.trace.digest, " / ", planned.trace.digest)};
}

}  // namespace

const char* PairStore::SideName(Side side) { return side == Side::kBase ? "base" : "candidate"; }

absl::Status PairStore::Prepare(bool resume) const {
  for (const char* part : {SideName(Side::kBase), SideName(Side::kCandidate), kWarmUp}) {
    const std::string path = absl::StrCat(folder_, "/", part);
    if (!resume && HoldsSomething(path)) {
      return absl::FailedPreconditionError(absl::StrCat(
          path, " holds results already; name another folder, or go on there with --resume"));
    }
    IOREEL_RETURN_IF_ERROR(MakeFolder(path));
  }
  return absl::OkStatus();
}

std::string PairStore::PathOf(Side side, int pair, const std::string& trace) const {
  return absl::StrFormat("%s/%s/%03d-%s.json", folder_, SideName(side), pair, trace);
}

std::string PairStore::WarmUpPathOf(Side side, const std::string& trace) const {
  return absl::StrCat(folder_, "/", kWarmUp, "/", SideName(side), "-", trace, ".json");
}

absl::StatusOr<std::optional<PairResults>> PairStore::Take(
    int pair, const std::vector<std::string>& traces) const {
  PairResults results;
  for (const std::string& trace : traces) {
    for (const Side side : {Side::kBase, Side::kCandidate}) {
      const std::string path = PathOf(side, pair, trace);
      if (!std::filesystem::exists(path)) return std::nullopt;
      IOREEL_ASSIGN_OR_RETURN(NamedResult kept, ReadNamedResult(path));
      if (!Judge(kept.result).trusted()) return std::nullopt;
      (side == Side::kBase ? results.base : results.candidate).push_back(std::move(kept));
    }
  }
  return results;
}

/// Paths of a side's results in order, by the name of their trace: of "001-app.json" "app".
std::map<std::string, std::vector<std::string>> PairStore::Kept(Side side) const {
  std::map<std::string, std::vector<std::string>> kept;
  std::error_code error;
  for (std::filesystem::directory_iterator it(absl::StrCat(folder_, "/", SideName(side)), error),
       end;
       !error && it != end; it.increment(error)) {
    const std::string stem = it->path().stem().string();
    const size_t dash = stem.find('-');
    if (it->path().extension() != ".json" || dash == std::string::npos) continue;
    kept[stem.substr(dash + 1)].push_back(it->path().string());
  }
  for (auto& [name, paths] : kept) std::sort(paths.begin(), paths.end());
  return kept;
}

absl::Status PairStore::CompareSide(Side side, const std::vector<NamedResult>& planned,
                                    const std::vector<std::string>& names,
                                    std::vector<std::string>* differences) const {
  std::map<std::string, std::vector<std::string>> kept = Kept(side);
  size_t most = 0;
  for (const auto& [name, paths] : kept) {
    most = std::max(most, paths.size());
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    differences->push_back(absl::StrCat(paths.front(), " is of a trace that is not named now"));
  }
  for (size_t i = 0; i < names.size(); ++i) {
    const std::vector<std::string>& paths = kept[names[i]];
    if (paths.empty() && most > 1) {
      differences->push_back(absl::StrCat(folder_, "/", SideName(side), " holds ", most,
                                          " pairs, none of which is of ", names[i]));
    }
    for (const std::string& path : paths) {
      IOREEL_ASSIGN_OR_RETURN(const NamedResult held, ReadNamedResult(path));
      const std::vector<std::string> found = DifferencesOf(held.result, planned[i].result);
      if (found.empty()) continue;
      differences->push_back(
          absl::StrCat(path, " and what is asked for now differ: ", absl::StrJoin(found, ", ")));
      break;
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<std::string>> PairStore::DifferencesTo(
    const PairResults& planned, const std::vector<std::string>& names) const {
  std::vector<std::string> differences;
  IOREEL_RETURN_IF_ERROR(CompareSide(Side::kBase, planned.base, names, &differences));
  IOREEL_RETURN_IF_ERROR(CompareSide(Side::kCandidate, planned.candidate, names, &differences));
  return differences;
}

absl::Status PairStore::Reject(const PairResults& pair) const {
  const std::string folder = absl::StrCat(folder_, "/", kRejected);
  IOREEL_RETURN_IF_ERROR(MakeFolder(folder));
  for (const auto* side : {&pair.base, &pair.candidate}) {
    for (const NamedResult& result : *side) {
      const std::filesystem::path from(result.name);
      const std::string path = FreeName(folder, absl::StrCat(from.parent_path().filename().string(),
                                                             "-", from.filename().string()));
      std::error_code error;
      std::filesystem::rename(from, path, error);
      if (error) return ErrnoError(error.value(), "cannot rename to", path);
    }
  }
  return absl::OkStatus();
}

}  // namespace ioreel
