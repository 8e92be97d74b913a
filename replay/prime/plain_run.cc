#include "replay/prime/plain_run.h"

#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "base/units.h"
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

/// It still works on I/Os with these: they stay as they are until the process ends.
void LeaveToKernel(IoBuffers buffers, std::unique_ptr<Engine> engine) {
  using Left = std::pair<IoBuffers, std::unique_ptr<Engine>>;
  static auto* const left = new std::vector<Left>();
  left->emplace_back(std::move(buffers), std::move(engine));
}

absl::Status TookTooLong(const PlainRun& run, int ios) {
  return absl::DeadlineExceededError(
      absl::StrCat(run.what, ": ", FormatCount(ios, "I/O"), " took longer than --io-timeout (",
                   FormatDuration(run.timeout_ns), "), which ended it; the process may not end ",
                   "before the target gives back what it has"));
}

}  // namespace

absl::Status RunPlainly(const PlainRun& run) {
  SteadyClock clock;
  IOREEL_ASSIGN_OR_RETURN(auto engine, MakeEngine(run.engine, &clock));
  return RunPlainlyOn(std::move(engine), &clock, run);
}

absl::Status RunPlainlyOn(std::unique_ptr<Engine> engine, Clock* clock, const PlainRun& run) {
  const uint64_t longest = std::min(std::max(run.longest_read, run.longest_write), kMaxBufferBytes);
  IOREEL_ASSIGN_OR_RETURN(auto buffers,
                          IoBuffers::Create({.payload = run.payload,
                                             .seed = 1,
                                             .depth = kDepth,
                                             .longest_read = run.longest_read,
                                             .longest_write = run.longest_write,
                                             .written_bytes = run.written_bytes,
                                             .scratch = run.target->ScratchBytes(longest)}));
  IOREEL_RETURN_IF_ERROR(engine->Open({.depth = kDepth * static_cast<int>(run.fds.size()),
                                       .fds = run.fds,
                                       .buffer_base = buffers.base(),
                                       .buffer_bytes = buffers.bytes(),
                                       .spin_ns = 0,
                                       .poll_ns = 0}));
  FirstError errors(run.what), part_errors(run.what);
  const ReplayOutcome outcome = Replay({.source = run.source,
                                        .target = run.target,
                                        .fds = run.fds,
                                        .buffers = &buffers,
                                        .engine = engine.get(),
                                        .clock = clock,
                                        .sink = &errors,
                                        .part_sink = &part_errors,
                                        .verify = run.verify},
                                       {.depth = kDepth,
                                        .stop = run.stop,
                                        .timeout_ns = run.timeout_ns,
                                        .completed = run.completed});
  if (outcome.abandoned > 0) {
    LeaveToKernel(std::move(buffers), std::move(engine));
    return TookTooLong(run, outcome.abandoned);
  }
  IOREEL_RETURN_IF_ERROR(errors.status());
  IOREEL_RETURN_IF_ERROR(part_errors.status());
  if (!outcome.complete) return absl::CancelledError(absl::StrCat("interrupted while ", run.what));
  return absl::OkStatus();
}

}  // namespace ioreel
