#include "cli/merge_estimate.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "base/temporary_file.h"
#include "base/unfinished_files.h"
#include "base/units.h"

namespace ioreel {
namespace {

namespace fs = std::filesystem;

constexpr int kManyPasses = 16;  // one more costs little beside them
constexpr uint64_t kSampleRows = 1 << 14;

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

}  // namespace

absl::Status CheckRoomForMerge(const EditOptions& edits, const TraceInput& input,
                               const std::string& output, const Format& format,
                               const WriteOptions& options) {
  if (edits.filters_times()) return absl::OkStatus();
  const fs::path path(output);
  const std::string file_name = path.has_filename() ? path.filename().string() : "";
  Estimate estimate;
  for (const MergePart& part : edits.merged()) {
    if (part.repeat < kManyPasses) continue;
    ImportLog untold;
    MergePart once = part;
    once.repeat = 1;
    IOREEL_ASSIGN_OR_RETURN(const auto pass, edits.OpenPart(once, input, &untold));
    IOREEL_ASSIGN_OR_RETURN(const uint64_t rows, CountRows(*pass));
    IOREEL_ASSIGN_OR_RETURN(const auto all, edits.OpenPart(part, input, &untold));
    const absl::StatusOr<double> bytes = BytesOfARow(*all, file_name, format, options);
    if (rows == 0 || !bytes.ok()) continue;  // what is wrong shows when it is written
    const double total = static_cast<double>(rows) * part.repeat;
    estimate.rows += total;
    estimate.bytes += total * *bytes;
  }
  if (estimate.rows == 0) return absl::OkStatus();
  std::error_code error;
  fs::path folder = fs::absolute(path, error).parent_path();
  while (!fs::exists(folder, error) && folder.has_relative_path()) folder = folder.parent_path();
  const fs::space_info room = fs::space(folder, error);
  if (!error && estimate.bytes > static_cast<double>(room.available))
    return absl::ResourceExhaustedError(absl::StrCat(
        output, ": the merge is going to have ", Text(estimate), ", but there is room for ",
        FormatSize(room.available), "; repeat less often"));
  LogInfo(absl::StrCat(output, ": the merge is going to have ", Text(estimate)));
  return absl::OkStatus();
}

}  // namespace ioreel
