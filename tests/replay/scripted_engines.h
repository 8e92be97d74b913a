#pragma once

#include <errno.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "replay/engine.h"

namespace ioreel {

/// What the engines of several loops are to do, in real time, and what they were given.
struct Script {
  std::map<uint64_t, int> errors;  ///< errno by offset
  std::set<uint64_t> hangs;        ///< offsets that never complete
  int64_t flush_ns = 0;            ///< what a flush takes; everything else is done at once

  struct Given {
    int engine = 0;
    DeviceIo io;
    bool operator==(const Given& other) const {
      return engine == other.engine && io.offset == other.io.offset && io.op == other.io.op;
    }
  };
  std::mutex mutex;
  std::vector<Given> given;            ///< in order, of all engines
  std::vector<uint64_t> during_flush;  ///< offsets of what was given while a flush was not done
  int flushes = 0;                     ///< that are not done
};

/// One of several engines that do what a script says.
class ScriptedEngine : public Engine {
 public:
  ScriptedEngine(Script* script, int index) : script_(script), index_(index) {}

  absl::string_view name() const override { return "scripted"; }
  absl::Status Open(const EngineOptions& options) override {
    depth_ = static_cast<size_t>(options.depth);
    return absl::OkStatus();
  }

  size_t Submit(absl::Span<const DeviceIo> ios) override {
    const std::lock_guard lock(script_->mutex);
    size_t taken = 0;
    for (; taken < ios.size() && out_.size() < depth_; ++taken) Take(ios[taken]);
    return taken;
  }

  size_t Wait(int64_t deadline_ns, std::vector<Completion>* out) override {
    for (;;) {
      const int64_t now_ns = clock_.NowNs();
      const size_t n = Collect(now_ns, out);
      if (n > 0 || now_ns >= deadline_ns) return n;
      std::this_thread::yield();
    }
  }

 private:
  struct Out {
    int64_t done_ns;
    Completion completion;
    bool flush;
  };

  void Take(const DeviceIo& io) {
    if (script_->flushes > 0) script_->during_flush.push_back(io.offset);
    script_->given.push_back({index_, io});
    const bool flush = io.op == Op::kFlush;
    script_->flushes += flush;
    const auto error = script_->errors.find(io.offset);
    const int64_t result = error != script_->errors.end() ? -int64_t{error->second}
                           : HasPayload(io.op)            ? static_cast<int64_t>(io.length)
                                                          : 0;
    const int64_t done_ns = script_->hangs.contains(io.offset) ? INT64_MAX
                            : flush                            ? clock_.NowNs() + script_->flush_ns
                                                               : 0;
    out_.push_back({done_ns, {.tag = io.tag, .result = result}, flush});
  }

  size_t Collect(int64_t now_ns, std::vector<Completion>* out) {
    const std::lock_guard lock(script_->mutex);
    const auto done = std::stable_partition(
        out_.begin(), out_.end(), [now_ns](const Out& one) { return one.done_ns > now_ns; });
    const auto n = static_cast<size_t>(out_.end() - done);
    for (auto it = done; it != out_.end(); ++it) {
      it->completion.time_ns = now_ns;
      out->push_back(it->completion);
      script_->flushes -= it->flush;
    }
    out_.erase(done, out_.end());
    return n;
  }

  Script* const script_;
  const int index_;
  SteadyClock clock_;
  size_t depth_ = 0;
  std::vector<Out> out_;
};

}  // namespace ioreel
