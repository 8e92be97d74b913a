#include "formats/parquet/file.h"

#include <utility>

#include "base/bytes.h"
#include "base/status_macros.h"

namespace ioreel {
namespace {

constexpr char kMagic[] = "PAR1";

/// The elements of a schema of these columns: the root, then each.
std::vector<ThriftStruct> Schema(absl::Span<ParquetColumn> columns) {
  std::vector<ThriftStruct> schema = {
      ThriftStruct().Binary(4, "trace").I32(5, static_cast<int32_t>(columns.size()))};
  for (const ParquetColumn& column : columns) schema.push_back(column.Schema());
  return schema;
}

}  // namespace

absl::StatusOr<ParquetFile> ParquetFile::Create(const std::string& path) {
  IOREEL_ASSIGN_OR_RETURN(AtomicFile file, AtomicFile::Create(path));
  IOREEL_RETURN_IF_ERROR(file.Append(kMagic));
  return ParquetFile(std::move(file));
}

absl::Status ParquetFile::AddGroup(absl::Span<ParquetColumn> columns, uint64_t rows) {
  std::vector<ThriftStruct> chunks;
  std::string bytes;
  uint64_t uncompressed = 0;
  for (ParquetColumn& column : columns) {
    chunks.push_back(column.FinishGroup(file_.size() + bytes.size(), &bytes));
    uncompressed += column.group_bytes();
  }
  groups_.push_back(ThriftStruct()
                        .Structs(1, chunks)
                        .I64(2, static_cast<int64_t>(uncompressed))
                        .I64(3, static_cast<int64_t>(rows)));
  rows_ += rows;
  return file_.Append(bytes);
}

/// Ends with parquet.thrift's FileMetaData.
absl::Status ParquetFile::Finish(absl::Span<ParquetColumn> columns,
                                 const std::map<std::string, std::string>& metadata) {
  std::vector<ThriftStruct> pairs;
  for (const auto& [key, value] : metadata)
    pairs.push_back(ThriftStruct().Binary(1, key).Binary(2, value));
  const ThriftStruct by_type = ThriftStruct().Struct(1, ThriftStruct());
  std::string footer = ThriftStruct()
                           .I32(1, 1)
                           .Structs(2, Schema(columns))
                           .I64(3, static_cast<int64_t>(rows_))
                           .Structs(4, groups_)
                           .Structs(5, pairs)
                           .Binary(6, "ioreel")
                           .Structs(7, std::vector<ThriftStruct>(columns.size(), by_type))
                           .Encoded();
  AppendInt(&footer, static_cast<uint32_t>(footer.size()));
  footer += kMagic;
  return file_.Append(footer);
}

absl::Status ParquetFile::Commit(std::vector<ParquetFile>* files) {
  std::vector<AtomicFile*> finished;
  for (ParquetFile& file : *files) finished.push_back(&file.file_);
  return AtomicFile::CommitTogether(finished);
}

}  // namespace ioreel
