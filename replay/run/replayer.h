#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "base/clock.h"
#include "replay/engine.h"
#include "replay/plan/schedule.h"
#include "replay/target.h"
#include "replay/verify/verifier.h"

namespace ioreel {

class IoBuffers;
class LoopThreads;

/// Where samples go. Called on a thread of its own, with the samples of each loop in order of
/// completion, and for the last time before Replay returns.
class SampleSink {
 public:
  virtual ~SampleSink() = default;
  virtual void Take(absl::Span<const Sample> samples) = 0;
};

/// Keeps them all; for tests and small runs.
class SampleVector : public SampleSink {
 public:
  void Take(absl::Span<const Sample> samples) override {
    samples_.insert(samples_.end(), samples.begin(), samples.end());
  }
  const std::vector<Sample>& samples() const { return samples_; }

 private:
  std::vector<Sample> samples_;
};

struct ReplayOptions {
  int depth = 256;                          ///< steps in flight at most, of all loops together
  size_t batch = 64;                        ///< parts that go out in one submit at most
  int64_t stop_after_ns = kNoTime;          ///< no submit after this time of the replay
  const std::atomic<bool>* stop = nullptr;  ///< set: no further submit, drain, return
  bool realtime = false;                    ///< ask the system for punctuality (realtime.h)
  bool fifo = false;                        ///< of that also real-time priority
  int64_t order_ns = 0;  ///< FlushOrder's patience; 0 = later steps overtake a write that flushes
  int64_t wake_ns = 0;   ///< WakeUpCost::wake_ns: taken off completions that were slept for
  bool stop_on_error = false;    ///< no submit after an I/O has failed
  int64_t timeout_ns = kNoTime;  ///< an I/O that takes longer has failed, and ends the replay
  std::atomic<uint64_t>* completed = nullptr;  ///< counts completed steps, for a progress bar
};

/// What a loop has of its own. The engine is open for the target's devices, with a depth of at
/// least the loop's share; more where a step becomes several parts.
struct LoopTools {
  IoBuffers* buffers = nullptr;  ///< null where no op carries data, or the engine moves none
  Engine* engine = nullptr;
};

/// All parties of a replay; borrowed.
struct ReplaySetup {
  StepSource* source = nullptr;
  Target* target = nullptr;      ///< of several loops: one that all of them may ask (target.h)
  std::vector<int> fds;          ///< by TargetPart::device
  IoBuffers* buffers = nullptr;  ///< of the first loop, as `engine`
  Engine* engine = nullptr;
  Clock* clock = nullptr;
  SampleSink* sink = nullptr;
  SampleSink* part_sink = nullptr;  ///< gets a sample of each part; null = nobody asks
  VerifierUse verify = {};
  std::vector<LoopTools> more = {};  ///< of further loops; their engines were opened on `threads`
  LoopThreads* threads = nullptr;    ///< as many as there are loops; null where there is one
};

/// How many of `depth` steps the loop number `loop` of `loops` may have in flight.
inline int ShareOfDepth(int depth, int loop, int loops) {
  return depth / loops + (loop < depth % loops ? 1 : 0);
}

/// Times from the replay's zero.
struct ReplayOutcome {
  uint64_t planned = 0;                 ///< steps that came and were to be done
  uint64_t issued = 0;                  ///< those that went out = samples given to the sink
  uint64_t errors = 0;                  ///< of these, with a negative result
  uint64_t late_errors = 0;             ///< parts that failed after their step was complete
  int abandoned = 0;                    ///< that took longer than timeout_ns: the engine, the
                                        ///< buffers and the target are still in use
  uint64_t pretended = 0;               ///< steps that only let their time pass
  int max_in_flight = 0;                ///< steps at one time
  int64_t zero_ns = 0;                  ///< the replay's zero on the clock
  int64_t command_end_ns = kNoTime;     ///< when the recorded command would have exited
  int64_t foreground_end_ns = kNoTime;  ///< last completion that the application waits for
  int64_t last_complete_ns = kNoTime;   ///< last completion at all
  uint64_t starved = 0;    ///< times the loop had nothing to do but wait for its source
  uint64_t held_up = 0;    ///< times it had to wait for the sink to take samples
  uint64_t overtook = 0;   ///< steps that went out while an earlier write waited for its flush
  uint64_t overtaken = 0;  ///< that went out after a later step, which another loop had
  CutCount cut;            ///< by --split
  std::string realtime;    ///< what of it was obtained
  bool complete = false;   ///< false: ended by the stop flag or stop_after_ns

  /// What the application would have taken, from its start to its end: the later of its exit and
  /// of the last completion that it waits for.
  int64_t completion_ns() const {
    return command_end_ns > foreground_end_ns ? command_end_ns : foreground_end_ns;
  }
  /// How long it went on after that; 0 also when nothing was issued.
  int64_t drain_ns() const {
    const int64_t end_ns = std::max<int64_t>(0, completion_ns());
    return std::max(last_complete_ns, end_ns) - end_ns;
  }
};

/// Each step goes out once, never before it may start; of two that may start at the same time the
/// earlier in the schedule first, if the same loop has them. Deadlines are absolute, so lateness
/// does not add up. An I/O error is a sample. The first loop runs on the calling thread. Several
/// loops share one schedule, of which each takes a few steps at a time; nothing but the command's
/// end may hang on a step, and there is no verification.
ReplayOutcome Replay(const ReplaySetup& setup, const ReplayOptions& options);

}  // namespace ioreel
