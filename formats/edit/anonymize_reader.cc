#include "formats/edit/anonymize_reader.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "formats/edit/pseudonyms.h"
#include "formats/edit/task_updates.h"

namespace ioreel {
namespace {

/// "Linux 6.1.0 x86_64" for "Linux 6.1.0-acme-prod x86_64": who builds a kernel names it.
std::string WithoutBuild(absl::string_view kernel) {
  std::vector<absl::string_view> words = absl::StrSplit(kernel, ' ');
  for (absl::string_view& word : words) {
    const absl::string_view version = word.substr(0, word.find_first_not_of("0123456789."));
    if (absl::StrContains(version, '.')) word = version;
  }
  return absl::StrJoin(words, " ");
}

class AnonymizeReader : public TraceReader {
 public:
  AnonymizeReader(std::unique_ptr<TraceReader> source, const NameKey& key)
      : source_(std::move(source)),
        devices_("device", key),
        models_("model", key),
        tasks_("task", key),
        hosts_("host", key) {
    TakeAll();
  }

  const TraceInfo& info() const override { return info_; }
  bool complete() const override { return source_->complete(); }

  absl::StatusOr<bool> Read(TraceChunk* chunk) override {
    absl::StatusOr<bool> more = source_->Read(chunk);
    if (more.ok() && *more)
      Follow(*chunk);
    else
      TakeAll();
    return more;
  }

 private:
  void TakeAll() {
    info_ = source_->info();
    for (DeviceInfo& device : info_.devices) Hide(&device);
    for (TaskInfo& task : info_.tasks) Hide(&task);
    info_.host.hostname = hosts_.Of(info_.host.hostname);
    info_.host.kernel = WithoutBuild(info_.host.kernel);
    if (info_.command) info_.command->argv.clear();
    info_.origin.clear();
    info_.notes.clear();
  }

  /// Takes what rows need.
  void Follow(const TraceChunk& chunk) {
    const TraceInfo& plain = source_->info();
    while (info_.devices.size() < plain.devices.size()) {
      info_.devices.push_back(plain.devices[info_.devices.size()]);
      Hide(&info_.devices.back());
    }
    ForEachTaskToUpdate(plain, chunk, info_.tasks.size(), [&](size_t i) {
      if (i == info_.tasks.size()) info_.tasks.emplace_back();
      info_.tasks[i] = plain.tasks[i];
      Hide(&info_.tasks[i]);
    });
  }

  void Hide(TaskInfo* task) {
    task->name = tasks_.Of(task->name);
    task->process = tasks_.Of(task->process);
  }

  void Hide(DeviceInfo* device) {
    device->name = devices_.Of(device->name);
    device->parent = devices_.Of(device->parent);
    for (std::string& member : device->members) member = devices_.Of(member);
    device->model = models_.Of(device->model);
    device->mount_point.clear();
  }

  std::unique_ptr<TraceReader> source_;
  Pseudonyms devices_, models_, tasks_, hosts_;
  TraceInfo info_;  ///< hidden
};

}  // namespace

std::unique_ptr<TraceReader> MakeAnonymizeReader(std::unique_ptr<TraceReader> source,
                                                 const NameKey& key) {
  return std::make_unique<AnonymizeReader>(std::move(source), key);
}

}  // namespace ioreel
