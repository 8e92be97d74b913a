#include "formats/summary/io_selection.h"

#include "absl/strings/str_cat.h"

namespace ioreel {

namespace {

bool CanReplay(Op op) {
  return op == Op::kRead || op == Op::kWrite || op == Op::kFlush || op == Op::kDiscard ||
         op == Op::kWriteZeroes || op == Op::kSecureErase;
}

}  // namespace

IoSelection DefaultSelection(const TraceInfo& info) {
  IoSelection selection;
  if (!info.command) return selection;
  selection.task_classes = 0;
  for (const TaskClass c : {TaskClass::kTree, TaskClass::kWriteback, TaskClass::kKernel}) {
    selection.task_classes |= 1u << static_cast<unsigned>(c);
  }
  return selection;
}

int64_t FirstNs(const IoSelection& selection, const TraceInfo& info) {
  if (selection.from_ns != kNoTime) return selection.from_ns;
  return info.command ? info.command->start_ns : kNoTime;
}

uint64_t* IoSelector::WhyNot(const Io& io, const TraceInfo& info) {
  const std::vector<bool>& devices = selection_.devices;
  if (!devices.empty() && !(io.device < devices.size() && devices[io.device])) return &by_device_;
  const TaskClass task_class =
      io.task < info.tasks.size() ? info.tasks[io.task].task_class : TaskClass::kOther;
  const auto bit = static_cast<unsigned>(task_class);
  if (!(selection_.task_classes >> bit & 1)) return &by_class_[bit];
  if (io.start_ns < FirstNs(selection_, info)) {
    return selection_.from_ns != kNoTime ? &before_ : &before_command_;
  }
  if (selection_.to_ns != kNoTime && io.start_ns >= selection_.to_ns) return &after_;
  if (!CanReplay(io.op)) return &by_op_[static_cast<size_t>(io.op)];
  if (HasRange(io.op) && io.length == 0) return &empty_[static_cast<size_t>(io.op)];
  return nullptr;
}

std::map<std::string, uint64_t> IoSelector::left_out() const {
  std::map<std::string, uint64_t> left_out;
  const auto add = [&](std::string reason, uint64_t count) {
    if (count > 0) left_out[std::move(reason)] = count;
  };
  for (size_t i = 0; i < by_class_.size(); ++i) {
    add(absl::StrCat("task class ", TaskClassName(static_cast<TaskClass>(i))), by_class_[i]);
  }
  for (size_t i = 0; i < by_op_.size(); ++i) {
    const absl::string_view op = OpName(static_cast<Op>(i));
    add(absl::StrCat(op, " cannot be replayed"), by_op_[i]);
    add(absl::StrCat("empty ", op), empty_[i]);
  }
  add("other device", by_device_);
  add("before --from", before_);
  add("before the command started", before_command_);
  add("after --to", after_);
  return left_out;
}

}  // namespace ioreel
