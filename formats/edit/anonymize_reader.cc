#include "formats/edit/anonymize_reader.h"

#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"

namespace ioreel {
namespace {

/// New names of one kind, in the order in which the old ones are met.
class Pseudonyms {
 public:
  explicit Pseudonyms(std::string kind) : kind_(std::move(kind)) {}

  /// "" stays "", for nothing is known of it.
  void Replace(std::string* name) {
    if (name->empty()) return;
    *name =
        absl::StrCat(kind_, "-", numbers_.try_emplace(*name, numbers_.size() + 1).first->second);
  }

 private:
  std::string kind_;
  absl::flat_hash_map<std::string, size_t> numbers_;
};

class AnonymizeReader : public TraceReader {
 public:
  explicit AnonymizeReader(std::unique_ptr<TraceReader> source) : source_(std::move(source)) {
    Update();
  }

  const TraceInfo& info() const override { return info_; }
  bool complete() const override { return source_->complete(); }

  absl::StatusOr<bool> Read(TraceChunk* chunk) override {
    absl::StatusOr<bool> more = source_->Read(chunk);
    Update();
    return more;
  }

 private:
  void Update() {
    info_ = source_->info();
    for (DeviceInfo& device : info_.devices) devices_.Replace(&device.name);
    for (DeviceInfo& device : info_.devices) {
      devices_.Replace(&device.parent);
      for (std::string& member : device.members) devices_.Replace(&member);
      device.mount_point.clear();
    }
    for (TaskInfo& task : info_.tasks) {
      tasks_.Replace(&task.name);
      tasks_.Replace(&task.process);
    }
    if (!info_.host.hostname.empty()) info_.host.hostname = "host";
    if (info_.command) info_.command->argv.clear();
    info_.origin.clear();
    info_.notes.clear();
  }

  std::unique_ptr<TraceReader> source_;
  Pseudonyms devices_{"device"}, tasks_{"task"};
  TraceInfo info_;
};

}  // namespace

std::unique_ptr<TraceReader> MakeAnonymizeReader(std::unique_ptr<TraceReader> source) {
  return std::make_unique<AnonymizeReader>(std::move(source));
}

}  // namespace ioreel
