#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "formats/formats.h"
#include "formats/parquet/partition.h"
#include "formats/parquet/writer.h"

namespace ioreel {
namespace {

class Parquet : public Format {
 public:
  absl::string_view name() const override { return "parquet"; }
  absl::string_view description() const override {
    return "Apache Parquet, for DuckDB, Spark, Polars, pandas: a row an I/O; FOLDER/ collects "
           "traces";
  }
  absl::string_view carries() const override {
    return "one level: start, completion, range, device, task, CPU, flags, error; the rest that is "
           "known of the trace as JSON in the metadata";
  }
  std::vector<absl::string_view> extensions() const override { return {".parquet"}; }
  std::vector<std::string> FilesOf(const std::string& path) const override {
    return IsPartitionFolder(path) ? PartsOf(path) : std::vector<std::string>{path};
  }

  bool Sniff(absl::string_view head, absl::string_view) const override {
    return absl::StartsWith(head, "PAR1");
  }

  bool CanRead() const override { return false; }
  absl::StatusOr<std::unique_ptr<TraceReader>> OpenReader(
      std::vector<std::unique_ptr<Input>> inputs, const ReadOptions&, ImportLog*) const override {
    return absl::UnimplementedError(
        absl::StrCat(inputs.front()->name(),
                     ": ioreel writes Parquet but does not read it; write a CSV from it, as in "
                     "DuckDB's COPY … TO 'x.csv', and name its columns with --columns"));
  }

  bool CanWrite() const override { return true; }
  bool OneLevel() const override { return true; }
  absl::StatusOr<std::unique_ptr<TraceWriter>> OpenWriter(
      const std::string& path, const WriteOptions& options) const override {
    return OpenParquetWriter(path, options);
  }
};

}  // namespace

const Format* ParquetFormat() {
  static const Parquet format;
  return &format;
}

}  // namespace ioreel
