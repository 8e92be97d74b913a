#include "formats/edit/anonymize_reader.h"

#include <xxhash.h>

#include <random>
#include <utility>

#include "absl/strings/str_format.h"

namespace ioreel {
namespace {

class AnonymizeReader : public TraceReader {
 public:
  AnonymizeReader(std::unique_ptr<TraceReader> source, uint64_t key)
      : source_(std::move(source)), key_(key) {
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
  void Hash(std::string* name) const { *name = HashedName(*name, key_); }

  void Update() {
    info_ = source_->info();
    for (DeviceInfo& device : info_.devices) {
      Hash(&device.name);
      Hash(&device.parent);
      for (std::string& member : device.members) Hash(&member);
      device.mount_point.clear();
    }
    for (TaskInfo& task : info_.tasks) {
      Hash(&task.name);
      Hash(&task.process);
    }
    Hash(&info_.host.hostname);
    if (info_.command) info_.command->argv.clear();
    info_.origin.clear();
    info_.notes.clear();
  }

  std::unique_ptr<TraceReader> source_;
  uint64_t key_;
  TraceInfo info_;
};

}  // namespace

std::unique_ptr<TraceReader> MakeAnonymizeReader(std::unique_ptr<TraceReader> source,
                                                 uint64_t key) {
  return std::make_unique<AnonymizeReader>(std::move(source), key);
}

std::string HashedName(absl::string_view name, uint64_t key) {
  if (name.empty()) return "";
  return absl::StrFormat("x%016x", XXH3_64bits_withSeed(name.data(), name.size(), key));
}

uint64_t RandomKey() {
  std::random_device entropy;
  return uint64_t{entropy()} << 32 | entropy();
}

}  // namespace ioreel
