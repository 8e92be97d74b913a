#include "traces/synth/pattern_source.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "base/version.h"
#include "formats/digest.h"
#include "traces/synth/pattern_ios.h"
#include "traces/synth/pattern_text.h"

namespace ioreel {
namespace {

constexpr size_t kChunkRows = 4096;

class PatternReader : public TraceReader {
 public:
  explicit PatternReader(const Pattern& pattern) : ios_(pattern) {
    info_.devices.emplace_back();
    info_.devices.back().name = "synth";
    info_.devices.back().size_bytes = pattern.span_bytes;
    for (int thread = 1; thread <= pattern.threads; ++thread) {
      TaskInfo& task = info_.tasks.emplace_back();
      task.pid = 1;
      task.tid = thread;
      task.name = absl::StrCat("thread-", thread);
    }
    info_.source = "synth";
    info_.origin = PatternText(pattern);
    info_.writer = absl::StrCat("ioreel ", kVersion);
  }

  const TraceInfo& info() const override { return info_; }

  absl::StatusOr<bool> Read(TraceChunk* chunk) override {
    chunk->Clear();
    chunk->first_queued = rows_;
    QueuedIo io;
    while (chunk->queued.size() < kChunkRows && ios_.Next(&io)) chunk->queued.push_back(io);
    rows_ += chunk->queued.size();
    return !chunk->queued.empty();
  }

 private:
  PatternIos ios_;
  TraceInfo info_;
  uint64_t rows_ = 0;
};

class PatternSource : public TraceSource {
 public:
  PatternSource(const Pattern& pattern, absl::string_view name) : pattern_(pattern), name_(name) {}

  const std::string& name() const override { return name_; }
  absl::StatusOr<std::unique_ptr<TraceReader>> Open(ImportLog*) const override {
    return std::make_unique<PatternReader>(pattern_);
  }
  absl::StatusOr<std::string> Digest() const override {
    return StringDigest(PatternText(pattern_));
  }

 private:
  const Pattern pattern_;
  const std::string name_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<TraceSource>> MakePatternSource(const Pattern& pattern,
                                                               absl::string_view name) {
  IOREEL_RETURN_IF_ERROR(CheckPattern(pattern));
  return std::make_unique<PatternSource>(pattern, name);
}

}  // namespace ioreel
