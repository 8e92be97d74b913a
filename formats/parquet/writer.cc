#include "formats/parquet/writer.h"

#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/console.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "formats/container/info_codec.h"
#include "formats/level_writer.h"
#include "formats/parquet/column.h"

namespace ioreel {
namespace {

constexpr char kMagic[] = "PAR1";
constexpr uint64_t kGroupRows = 1 << 20;

enum ColumnIndex {
  kStart,
  kComplete,
  kOp,
  kOffset,
  kLength,
  kDevice,
  kPid,
  kTid,
  kName,
  kProcess,
  kClass,
  kCpu,
  kFlags,
  kError,
};

std::vector<ParquetColumn> MakeColumns(bool issue_level) {
  using Kind = ParquetColumn::Kind;
  const std::pair<const char*, Kind> columns[] = {
      {issue_level ? "issue_ns" : "queue_ns", Kind::kInt64},
      {"complete_ns", Kind::kInt64},
      {"op", Kind::kString},
      {"offset_bytes", Kind::kUint64},
      {"length_bytes", Kind::kUint64},
      {"device", Kind::kString},
      {"pid", Kind::kInt64},
      {"tid", Kind::kInt64},
      {"thread", Kind::kString},
      {"process", Kind::kString},
      {"class", Kind::kString},
      {"cpu", Kind::kInt64},
      {"flags", Kind::kString},
      {"error", Kind::kInt64},
  };
  std::vector<ParquetColumn> made;
  for (const auto& [name, kind] : columns) made.emplace_back(name, kind);
  return made;
}

class ParquetWriter : public LevelWriter {
 public:
  ParquetWriter(AtomicFile file, const WriteOptions& options)
      : LevelWriter("a Parquet file", {.priorities = false, .request_events = false}, options),
        level_(options.issue_level ? "issue" : "queue"),
        file_(std::move(file)),
        columns_(MakeColumns(options.issue_level)),
        buffer_(kMagic) {}

 protected:
  absl::StatusOr<bool> WriteIo(const TraceInfo& info, const Io& io) override {
    columns_[kStart].Add(io.start_ns);
    AddKnown(kComplete, io.complete_ns, io.complete_ns != kNoTime);
    columns_[kOp].AddString(OpName(io.op));
    columns_[kOffset].AddUnsigned(io.offset);
    columns_[kLength].AddUnsigned(io.length);
    columns_[kDevice].AddString(Printable(info.devices[io.device].name));
    AddTask(io.task == kNoTask ? nullptr : &info.tasks[io.task]);
    AddKnown(kCpu, io.cpu, io.cpu != kNoCpu);
    columns_[kFlags].AddString(IoFlagsText(io.flags));
    columns_[kError].Add(int64_t{io.error});
    ++group_rows_;
    if (group_rows_ == kGroupRows) IOREEL_RETURN_IF_ERROR(FinishGroup());
    return true;
  }

  absl::Status End(const TraceInfo& info) override {
    if (group_rows_ > 0) IOREEL_RETURN_IF_ERROR(FinishGroup());
    const std::string footer = Footer(info).Encoded();
    buffer_ += footer;
    AppendInt(&buffer_, static_cast<uint32_t>(footer.size()));
    buffer_ += kMagic;
    IOREEL_RETURN_IF_ERROR(file_.Append(buffer_));
    return file_.Commit();
  }

 private:
  void AddKnown(ColumnIndex column, int64_t value, bool known) {
    if (known)
      columns_[column].Add(value);
    else
      columns_[column].AddNull();
  }

  void AddTask(const TaskInfo* task) {
    if (task == nullptr) {
      for (ColumnIndex column : {kPid, kTid, kName, kProcess, kClass}) columns_[column].AddNull();
      return;
    }
    AddKnown(kPid, task->pid, task->pid >= 0);
    AddKnown(kTid, task->tid, task->tid >= 0);
    columns_[kName].AddString(Printable(task->name));
    columns_[kProcess].AddString(Printable(task->process.empty() ? task->name : task->process));
    columns_[kClass].AddString(TaskClassName(task->task_class));
  }

  absl::Status FinishGroup() {
    std::vector<ThriftStruct> chunks;
    uint64_t bytes = 0;
    for (ParquetColumn& column : columns_) {
      chunks.push_back(column.FinishGroup(file_.size() + buffer_.size(), &buffer_));
      bytes += column.group_bytes();
    }
    groups_.push_back(ThriftStruct()
                          .Structs(1, chunks)
                          .I64(2, static_cast<int64_t>(bytes))
                          .I64(3, static_cast<int64_t>(group_rows_)));
    rows_ += std::exchange(group_rows_, 0);
    IOREEL_RETURN_IF_ERROR(file_.Append(buffer_));
    buffer_.clear();
    return absl::OkStatus();
  }

  /// parquet.thrift's FileMetaData.
  ThriftStruct Footer(const TraceInfo& info) const {
    std::vector<ThriftStruct> schema = {
        ThriftStruct().Binary(4, "trace").I32(5, static_cast<int32_t>(columns_.size()))};
    std::vector<ThriftStruct> orders;
    for (const ParquetColumn& column : columns_) {
      schema.push_back(column.Schema());
      orders.push_back(ThriftStruct().Struct(1, ThriftStruct()));  // by the column's type
    }
    const auto pair = [](absl::string_view key, absl::string_view value) {
      return ThriftStruct().Binary(1, key).Binary(2, value);
    };
    return ThriftStruct()
        .I32(1, 1)
        .Structs(2, schema)
        .I64(3, static_cast<int64_t>(rows_))
        .Structs(4, groups_)
        .Structs(5, {pair("ioreel.level", level_), pair("ioreel.info", InfoWriter().Final(info))})
        .Binary(6, "ioreel")
        .Structs(7, orders);
  }

  const std::string level_;
  AtomicFile file_;
  std::vector<ParquetColumn> columns_;
  std::string buffer_;
  std::vector<ThriftStruct> groups_;
  uint64_t rows_ = 0, group_rows_ = 0;
};

}  // namespace

absl::StatusOr<std::unique_ptr<TraceWriter>> OpenParquetWriter(const std::string& path,
                                                               const WriteOptions& options) {
  IOREEL_ASSIGN_OR_RETURN(AtomicFile file, AtomicFile::Create(path));
  return std::make_unique<ParquetWriter>(std::move(file), options);
}

}  // namespace ioreel
