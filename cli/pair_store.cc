#include "cli/pair_store.h"

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "analysis/verdict.h"
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
