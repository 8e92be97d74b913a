#include "formats/parquet/writer.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "base/unfinished_files.h"
#include "formats/container/info_writer.h"
#include "formats/level_writer.h"
#include "formats/parquet/file.h"
#include "formats/parquet/partition.h"
#include "formats/parquet/rows.h"

namespace ioreel {
namespace {

class ParquetWriter : public LevelWriter {
 public:
  ParquetWriter(std::string path, ParquetFile first, const WriteOptions& options,
                const ParquetSizes& sizes)
      : LevelWriter("a Parquet file", {.priorities = false, .request_events = false}, options),
        path_(std::move(path)),
        sizes_(sizes),
        level_(options.issue_level ? "issue" : "queue"),
        rows_(options.issue_level) {
    files_.push_back(std::move(first));
  }

 protected:
  absl::StatusOr<bool> WriteIo(const TraceInfo& info, const Io& io) override {
    rows_.Add(info, io);
    if (rows_.count() == sizes_.group_rows || rows_.most_names() >= sizes_.group_names)
      IOREEL_RETURN_IF_ERROR(FinishGroup());
    return true;
  }

  /// All files end together, so that each has all that is known of the trace.
  absl::Status End(const TraceInfo& info) override {
    if (rows_.count() > 0) IOREEL_RETURN_IF_ERROR(FinishGroup());
    const std::map<std::string, std::string> metadata = {
        {"ioreel.level", level_}, {"ioreel.info", DescribeWithoutTasks(info)}};
    for (ParquetFile& file : files_) IOREEL_RETURN_IF_ERROR(file.Finish(rows_.columns(), metadata));
    return ParquetFile::Commit(&files_);
  }

 private:
  absl::Status FinishGroup() {
    if (IsPartitionFolder(path_) && files_.back().rows() >= sizes_.file_rows) {
      IOREEL_ASSIGN_OR_RETURN(ParquetFile next,
                              ParquetFile::Create(PartPath(path_, files_.size())));
      files_.push_back(std::move(next));
    }
    return files_.back().AddGroup(rows_.columns(), rows_.TakeCount());
  }

  const std::string path_;
  const ParquetSizes sizes_;
  const std::string level_;
  ParquetRows rows_;
  std::vector<ParquetFile> files_;  ///< one, or the parts so far
};

absl::Status MakeFolder(const std::string& folder) {
  if (const auto parts = PartsOf(folder); !parts.empty())
    return absl::FailedPreconditionError(
        absl::StrCat(parts.front(), ": is there already; remove its folder, or name another, as ",
                     "in FOLDER/host=NAME/trace=NAME/"));
  return MakeFolderForUnfinished(folder);
}

}  // namespace

absl::StatusOr<std::unique_ptr<TraceWriter>> OpenParquetWriter(const std::string& path,
                                                               const WriteOptions& options,
                                                               const ParquetSizes& sizes) {
  const bool folder = IsPartitionFolder(path);
  if (folder) IOREEL_RETURN_IF_ERROR(MakeFolder(path));
  IOREEL_ASSIGN_OR_RETURN(ParquetFile first,
                          ParquetFile::Create(folder ? PartPath(path, 0) : path));
  return std::make_unique<ParquetWriter>(path, std::move(first), options, sizes);
}

}  // namespace ioreel
