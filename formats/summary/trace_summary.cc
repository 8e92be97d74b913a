#include "formats/summary/trace_summary.h"

#include <utility>

namespace ioreel {

bool TraceSummarizer::PerLevel::Add(const TraceInfo& info, const TraceChunk& chunk) {
  return rows_.Take(chunk, &ready_).ok() && AddReady(info);
}

bool TraceSummarizer::PerLevel::AddReady(const TraceInfo& info) {
  if (!selector_ && !ready_.empty()) selector_.emplace(DefaultSelection(info));
  for (const Io& io : ready_) {
    if (io.start_ns < last_ns_) return false;
    last_ns_ = io.start_ns;
    if (selector_->Takes(io, info)) sum_.Add(io, OffsetInDevice(io, info), info);
  }
  ios_ += ready_.size();
  return true;
}

bool TraceSummarizer::PerLevel::Finish(const TraceInfo& info, TraceSummary::PerLevel* sum) {
  rows_.TakeRest(&ready_);
  if (!AddReady(info)) return false;
  sum->ios = ios_;
  sum->untimed = rows_.untimed();
  sum->taken = sum_.Finish();
  if (selector_) sum->taken.left_out = selector_->left_out();
  return true;
}

void TraceSummarizer::Add(const TraceInfo& info, const TraceChunk& chunk) {
  if (!in_order_) return;
  known_.Learn(info);
  in_order_ = queue_.Add(info, chunk) && issue_.Add(info, chunk);
}

std::optional<TraceSummary> TraceSummarizer::Finish(const TraceInfo& info) {
  TraceSummary sum;
  if (!in_order_ || !known_.Holds(info)) return std::nullopt;
  if (!queue_.Finish(info, &sum.queue) || !issue_.Finish(info, &sum.issue)) return std::nullopt;
  return sum;
}

TraceSummarizer::Known::Task TraceSummarizer::Known::Of(const TaskInfo& task) {
  return {task.task_class, task.tid >= 0};
}

void TraceSummarizer::Known::Learn(const TraceInfo& info) {
  if (!any_) command_start_ns_ = StartOf(info);
  any_ = true;
  for (size_t i = tasks_.size(); i < info.tasks.size(); ++i) tasks_.push_back(Of(info.tasks[i]));
  for (size_t i = device_starts_.size(); i < info.devices.size(); ++i) {
    device_starts_.push_back(info.devices[i].partition_start_bytes);
  }
}

bool TraceSummarizer::Known::Holds(const TraceInfo& info) const {
  if (!any_) return true;
  if (StartOf(info) != command_start_ns_) return false;
  if (info.tasks.size() < tasks_.size() || info.devices.size() < device_starts_.size())
    return false;
  for (size_t i = 0; i < tasks_.size(); ++i) {
    if (tasks_[i] != Of(info.tasks[i])) return false;
  }
  for (size_t i = 0; i < device_starts_.size(); ++i) {
    if (device_starts_[i] != info.devices[i].partition_start_bytes) return false;
  }
  return true;
}

std::optional<int64_t> TraceSummarizer::Known::StartOf(const TraceInfo& info) {
  if (!info.command) return std::nullopt;
  return info.command->start_ns;
}

}  // namespace ioreel
