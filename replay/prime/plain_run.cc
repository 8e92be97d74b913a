#include "replay/prime/plain_run.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "replay/engine_registry.h"
#include "replay/prime/io_buffers.h"
#include "replay/run/replayer.h"

namespace ioreel {
namespace {

constexpr int kDepth = 8;

class FirstError : public SampleSink {
 public:
  explicit FirstError(std::string what) : what_(std::move(what)) {}

  void Take(absl::Span<const Sample> samples) override {
    for (const Sample& sample : samples) {
      if (sample.result < 0 && status_.ok()) {
        status_ = absl::DataLossError(absl::StrCat(
            what_, " failed: ",
            std::string(ErrnoError(-sample.result, absl::StrCat(OpName(sample.op), " at byte"),
                                   absl::StrCat(sample.offset))
                            .message())));
      }
    }
  }
  const absl::Status& status() const { return status_; }

 private:
  const std::string what_;
  absl::Status status_;
};

}  // namespace

absl::Status RunPlainly(const PlainRun& run) {
  SteadyClock clock;
  const uint64_t longest = std::min(std::max(run.longest_read, run.longest_write), kMaxBufferBytes);
  IOREEL_ASSIGN_OR_RETURN(auto buffers,
                          IoBuffers::Create({.payload = run.payload,
                                             .seed = 1,
                                             .depth = kDepth,
                                             .longest_read = run.longest_read,
                                             .longest_write = run.longest_write,
                                             .written_bytes = run.written_bytes,
                                             .scratch = run.target->ScratchBytes(longest)}));
  IOREEL_ASSIGN_OR_RETURN(const auto engine, MakeEngine(run.engine, &clock));
  IOREEL_RETURN_IF_ERROR(engine->Open({.depth = kDepth * static_cast<int>(run.fds.size()),
                                       .fds = run.fds,
                                       .buffer_base = buffers.base(),
                                       .buffer_bytes = buffers.bytes(),
                                       .spin_ns = 0,
                                       .poll_ns = 0}));
  FirstError errors(run.what), part_errors(run.what);
  const ReplayOutcome outcome =
      Replay({.source = run.source,
              .target = run.target,
              .fds = run.fds,
              .buffers = &buffers,
              .engine = engine.get(),
              .clock = &clock,
              .sink = &errors,
              .part_sink = &part_errors,
              .verify = run.verify},
             {.depth = kDepth, .stop = run.stop, .completed = run.completed});
  IOREEL_RETURN_IF_ERROR(errors.status());
  IOREEL_RETURN_IF_ERROR(part_errors.status());
  if (!outcome.complete) return absl::CancelledError(absl::StrCat("interrupted while ", run.what));
  return absl::OkStatus();
}

}  // namespace ioreel
