#include "formats/parquet/rows.h"

#include <algorithm>
#include <utility>

#include "base/console.h"

namespace ioreel {
namespace {

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

}  // namespace

ParquetRows::ParquetRows(bool issue_level) {
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
  for (const auto& [name, kind] : columns) columns_.emplace_back(name, kind);
}

void ParquetRows::Add(const TraceInfo& info, const Io& io) {
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
  ++count_;
}

uint64_t ParquetRows::most_names() const {
  uint64_t most = 0;
  for (const ParquetColumn& column : columns_) most = std::max(most, column.names());
  return most;
}

void ParquetRows::AddKnown(size_t column, int64_t value, bool known) {
  if (known)
    columns_[column].Add(value);
  else
    columns_[column].AddNull();
}

void ParquetRows::AddTask(const TaskInfo* task) {
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

}  // namespace ioreel
