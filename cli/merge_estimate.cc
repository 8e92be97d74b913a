#include "cli/merge_estimate.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "base/temporary_file.h"
#include "base/unfinished_files.h"
#include "base/units.h"

namespace ioreel {
namespace {

namespace fs = std::filesystem;

constexpr int kManyPasses = 16;            // one more costs little beside them
constexpr uint64_t kSampleRows = 1 << 17;  // two blocks of a container
constexpr int kSamplePasses = 1 << 12;     // of a trace of a few rows, opened for each
constexpr double kMostOverestimated = 8;   // what follows may be more regular than the sample

uint64_t RowsOf(const RowCounts& counts) { return counts.queued + counts.requests; }

/// A folder for the sample, gone with it.
class ScratchFolder {
 public:
  static absl::StatusOr<ScratchFolder> Make() {
    std::string path = absl::StrCat(TemporaryFolder(), "/ioreel.", getpid(), ".sample/");
    IOREEL_RETURN_IF_ERROR(MakeFolderForUnfinished(path));
    return ScratchFolder(std::move(path));
  }
  ScratchFolder(ScratchFolder&& other) noexcept : path_(std::exchange(other.path_, "")) {}
  ~ScratchFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  const std::string& path() const { return path_; }

  uint64_t Bytes() const {
    uint64_t bytes = 0;
    std::error_code error;
    for (fs::recursive_directory_iterator entry(path_, error), end; !error && entry != end;
         entry.increment(error)) {
      if (entry->is_regular_file(error)) bytes += entry->file_size(error);
    }
    return bytes;
  }

 private:
  explicit ScratchFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

absl::StatusOr<uint64_t> CountRows(TraceReader& reader) {
  RowCounts counts;
  TraceChunk chunk;
  for (;;) {
    IOREEL_ASSIGN_OR_RETURN(const bool more, reader.Read(&chunk));
    if (!more) return RowsOf(counts);
    counts.Add(chunk);
  }
}

/// Bytes that a row of the trace takes where it is written.
absl::StatusOr<double> BytesOfARow(TraceReader& reader, const std::string& file_name,
                                   const Format& format, WriteOptions options) {
  IOREEL_ASSIGN_OR_RETURN(const ScratchFolder folder, ScratchFolder::Make());
  options.log = nullptr;
  IOREEL_ASSIGN_OR_RETURN(const std::unique_ptr<TraceWriter> writer,
                          format.OpenWriter(absl::StrCat(folder.path(), file_name), options));
  RowCounts read;
  for (TraceChunk chunk; RowsOf(read) < kSampleRows;) {
    IOREEL_ASSIGN_OR_RETURN(const bool more, reader.Read(&chunk));
    if (!more) break;
    read.Add(chunk);
    IOREEL_RETURN_IF_ERROR(writer->Write(reader.info(), chunk));
  }
  IOREEL_RETURN_IF_ERROR(writer->Finish(reader.info()));
  return static_cast<double>(folder.Bytes()) /
         static_cast<double>(std::max<uint64_t>(RowsOf(read), 1));
}

struct Estimate {
  double rows = 0, bytes = 0;
};

std::string Text(const Estimate& estimate) {
  const auto whole = [](double number) { return static_cast<uint64_t>(std::min(number, 1.8e19)); };
  return absl::StrCat("about ", FormatCount(whole(estimate.rows), "row"), " and ",
                      FormatSize(whole(estimate.bytes)));
}

/// Sums up what the parts of a merge are going to take.
class Estimator {
 public:
  using Open = std::function<absl::StatusOr<std::unique_ptr<TraceReader>>()>;

  Estimator(std::string file_name, const Format& format, const WriteOptions& options)
      : file_name_(std::move(file_name)), format_(format), options_(options) {}

  /// `once` opens one pass of the trace, `sample` as many of its `passes` as tell what a row takes.
  absl::Status Add(const Open& once, const Open& sample, int passes) {
    IOREEL_ASSIGN_OR_RETURN(const auto pass, once());
    IOREEL_ASSIGN_OR_RETURN(const uint64_t rows, CountRows(*pass));
    IOREEL_ASSIGN_OR_RETURN(const auto sampled, sample());
    const absl::StatusOr<double> bytes = BytesOfARow(*sampled, file_name_, format_, options_);
    if (rows == 0 || !bytes.ok())
      return absl::OkStatus();  // what is wrong shows when it is written
    const double total = static_cast<double>(rows) * passes;
    estimate_.rows += total;
    estimate_.bytes += total * *bytes;
    return absl::OkStatus();
  }
  const Estimate& estimate() const { return estimate_; }

 private:
  const std::string file_name_;
  const Format& format_;
  const WriteOptions& options_;
  Estimate estimate_;
};

bool IsStandardInput(const std::vector<std::string>& paths) {
  return std::find(paths.begin(), paths.end(), "-") != paths.end();
}

absl::Status AddAll(const EditOptions& edits, const TraceInput& input, Estimator* estimator) {
  if (!input.paths().empty() && !IsStandardInput(input.paths())) {
    ImportLog untold;
    const auto own = [&] { return edits.OpenOwn(input, &untold); };
    IOREEL_RETURN_IF_ERROR(estimator->Add(own, own, 1));
  }
  for (const MergePart& part : edits.merged()) {
    if (part.name == "-") continue;
    ImportLog untold;
    MergePart once = part, sample = part;
    once.repeat = 1;
    sample.repeat = std::min(part.repeat, kSamplePasses);
    IOREEL_RETURN_IF_ERROR(estimator->Add([&] { return edits.OpenPart(once, input, &untold); },
                                          [&] { return edits.OpenPart(sample, input, &untold); },
                                          part.repeat));
  }
  return absl::OkStatus();
}

/// Room in the folder where `path` is to lie; nullopt where that is not known.
std::optional<uint64_t> RoomAt(const fs::path& path) {
  std::error_code error;
  fs::path folder = fs::absolute(path, error).parent_path();
  while (!fs::exists(folder, error) && folder.has_relative_path()) folder = folder.parent_path();
  const fs::space_info room = fs::space(folder, error);
  if (error) return std::nullopt;
  return room.available;
}

}  // namespace

absl::Status CheckRoomForMerge(const EditOptions& edits, const TraceInput& input,
                               const std::string& output, const Format& format,
                               const WriteOptions& options) {
  const bool often = std::any_of(edits.merged().begin(), edits.merged().end(),
                                 [](const MergePart& part) { return part.repeat >= kManyPasses; });
  if (!often || edits.filters_times()) return absl::OkStatus();
  const fs::path path(output);
  Estimator estimator(path.has_filename() ? path.filename().string() : "", format, options);
  IOREEL_RETURN_IF_ERROR(AddAll(edits, input, &estimator));
  const Estimate& estimate = estimator.estimate();
  if (estimate.rows == 0) return absl::OkStatus();
  const std::optional<uint64_t> room = RoomAt(path);
  if (room && estimate.bytes / kMostOverestimated > static_cast<double>(*room))
    return absl::ResourceExhaustedError(absl::StrCat(output, ": the merge is going to have ",
                                                     Text(estimate), ", but there is room for ",
                                                     FormatSize(*room), "; repeat less often"));
  LogInfo(absl::StrCat(output, ": the merge is going to have ", Text(estimate)));
  return absl::OkStatus();
}

}  // namespace ioreel
