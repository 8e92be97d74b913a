#include "formats/etl/tasks.h"

#include <algorithm>

namespace ioreel {
namespace {

/// Uses of one id that are remembered: an I/O may be told of after its thread has ended.
constexpr size_t kRememberedThreads = 4;

/// The kernel's own processes: Idle and System.
bool IsKernel(uint32_t pid) { return pid == 0 || pid == 4; }

}  // namespace

void EtlTasks::See(const EtlEvent& event) {
  if (event.kind == EtlEvent::Kind::kProcess) SeeProcess(event);
  if (event.kind == EtlEvent::Kind::kThread) SeeThread(event);
}

void EtlTasks::SeeProcess(const EtlEvent& event) {
  const auto found = current_.find(event.pid);
  const bool starts = event.life == EtlEvent::Life::kStart;
  uint32_t process = found == current_.end() ? AddProcess(event.pid) : found->second;
  const Process& now = processes_[process];
  const bool another = now.known && (now.name != event.name || now.parent != event.parent);
  if (another || (starts && now.known)) process = AddProcess(event.pid);
  Name(process, event);
  if (event.life == EtlEvent::Life::kEnd) processes_[process].ended = true;
}

void EtlTasks::SeeThread(const EtlEvent& event) {
  Threads& threads = threads_[event.tid];
  const bool starts = event.life == EtlEvent::Life::kStart;
  Thread* last = threads.empty() ? nullptr : &threads.back();
  const bool unknown = last != nullptr && last->process == kNobody;
  const bool same = last != nullptr && !unknown && processes_[last->process].pid == event.pid;
  if (starts) {
    uint32_t process = ProcessOf(event.pid);
    if (processes_[process].ended) process = AddProcess(event.pid);
    Push({.from_ns = event.time_ns, .process = process}, &threads);
  } else if (last == nullptr) {
    Push({.process = ProcessOf(event.pid)}, &threads);
  } else if (unknown) {
    last->process = ProcessOf(event.pid);
    if (last->row != kNoTask) {
      processes_[last->process].rows.push_back(last->row);
      FillRow(last->row, processes_[last->process]);
    }
  } else if (!same) {  // its start is not told
    const int64_t from_ns = last->to_ns == kNoTime ? event.time_ns : last->to_ns;
    Push({.from_ns = from_ns, .process = ProcessOf(event.pid)}, &threads);
  }
  Thread& thread = threads.back();
  if (event.life == EtlEvent::Life::kEnd) thread.to_ns = event.time_ns;
  if (event.name == 0 || event.name == thread.name) return;
  thread.name = event.name;
  if (thread.row != kNoTask) (*tasks_)[thread.row].name = (*strings_)[event.name];
}

uint32_t EtlTasks::Find(uint32_t tid, int64_t time_ns) {
  Threads& threads = threads_[tid];
  auto after = std::upper_bound(threads.begin(), threads.end(), time_ns,
                                [](int64_t time, const Thread& t) { return time < t.from_ns; });
  if (after == threads.begin()) after = threads.insert(after, Thread{}) + 1;
  Thread& thread = *(after - 1);
  if (thread.row == kNoTask) GiveRow(tid, &thread);
  ++asked_[thread.row];
  return thread.row;
}

uint64_t EtlTasks::unknown() const {
  uint64_t count = 0;
  for (size_t row = 0; row < asked_.size(); ++row) {
    if ((*tasks_)[row].pid == -1) count += asked_[row];
  }
  return count;
}

uint32_t EtlTasks::AddProcess(uint32_t pid) {
  const auto process = static_cast<uint32_t>(processes_.size());
  processes_.emplace_back().pid = pid;
  current_[pid] = process;
  return process;
}

/// The process of that id that a thread event means, known or not.
uint32_t EtlTasks::ProcessOf(uint32_t pid) {
  const auto found = current_.find(pid);
  return found == current_.end() ? AddProcess(pid) : found->second;
}

/// Makes a process known by an event, and fills the rows of its threads.
void EtlTasks::Name(uint32_t process, const EtlEvent& event) {
  Process& now = processes_[process];
  if (now.known) return;
  now.known = true;
  now.parent = event.parent;
  now.name = event.name;
  for (const uint32_t row : now.rows) FillRow(row, now);
}

void EtlTasks::Push(const Thread& thread, Threads* threads) {
  if (threads->size() == kRememberedThreads) threads->erase(threads->begin());
  threads->push_back(thread);
}

void EtlTasks::GiveRow(uint32_t tid, Thread* thread) {
  thread->row = static_cast<uint32_t>(tasks_->size());
  asked_.push_back(0);
  TaskInfo& task = tasks_->emplace_back();
  task.tid = static_cast<int32_t>(tid);
  task.name = (*strings_)[thread->name];
  if (thread->process == kNobody) return;
  processes_[thread->process].rows.push_back(thread->row);
  FillRow(thread->row, processes_[thread->process]);
}

void EtlTasks::FillRow(uint32_t row, const Process& process) {
  TaskInfo& task = (*tasks_)[row];
  task.pid = static_cast<int32_t>(process.pid);
  task.task_class = IsKernel(process.pid) ? TaskClass::kKernel : TaskClass::kOther;
  if (!process.known) return;
  task.parent = static_cast<int32_t>(process.parent);
  task.process = (*strings_)[process.name];
  if (task.name.empty()) task.name = task.process;
}

}  // namespace ioreel
