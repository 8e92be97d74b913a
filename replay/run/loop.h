#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "replay/engine.h"
#include "replay/plan/schedule.h"
#include "replay/plan/step_window.h"
#include "replay/run/flush_order.h"
#include "replay/run/in_flight.h"
#include "replay/run/loop_group.h"
#include "replay/run/outbox.h"
#include "replay/run/realtime.h"
#include "replay/run/replayer.h"
#include "replay/run/sample_log.h"

namespace ioreel {

/// Sends the steps of its source when they may start, and takes in what becomes of them; one of
/// those that a replay has. Run() on one thread.
class Loop {
 public:
  /// What differs from loop to loop, and what they share; borrowed.
  struct Parts {
    StepSource* source = nullptr;
    LoopTools tools;
    int depth = 0;  ///< steps in flight at most
    LoopGroup* group = nullptr;
    SampleLog* log = nullptr;
    SampleLog* part_log = nullptr;  ///< null = nobody asks
  };
  Loop(const ReplaySetup& setup, const ReplayOptions& options, const Parts& parts);

  /// Once. Without what is known of all loops together only: max_in_flight, held_up.
  ReplayOutcome Run();

 private:
  int64_t NowNs() const { return setup_.clock->NowNs() - zero_ns_; }
  bool Stopping() const;
  bool Over() const;

  size_t LowWater() const;
  bool Admit(size_t most);
  void Launch();
  bool LaunchOne(StepWindow::Ready ready, bool overtakes);
  bool HasOpenFlushBefore(uint64_t step) const;
  void Submit();
  void Wait();
  void ChooseBatch();
  void GiveUpOverdue();
  int64_t NextDeadline();
  int64_t OrderedUntilNs() const;
  void ReportDone();
  void StopAll();
  void CountInFlight();
  void CountUnlaunched();
  ReplayOutcome Finish();

  const ReplaySetup& setup_;
  const ReplayOptions& options_;
  const Parts parts_;
  const int64_t look_ns_;  ///< how often the stop flag is looked at, at least
  StepWindow window_;
  FlushOrder order_;
  SampleLog::Writer log_;
  std::optional<SampleLog::Writer> part_log_;  ///< none = nobody asks
  InFlight flight_;
  ReplayOutcome outcome_;

  std::optional<Realtime> realtime_;
  int64_t zero_ns_ = 0;
  int64_t now_ns_ = 0;  ///< last look at the clock
  bool stopping_ = false;
  int64_t launched_to_ns_ =
      kNoTime;  ///< what was due by then has gone out, unless the queue was full
  bool starving_ = false;
  StepSource::Batch batch_ = {.next = StepSource::Next::kNotYet};
  size_t batch_used_ = 0;
  bool full_ = false;                   ///< a step is due, but as many as may be are in flight
  bool ordered_ = false;                ///< a step is due, but an earlier one has to flush first
  bool held_ = false;                   ///< parts may go out, but the engine has no room for them
  int64_t next_look_ns_ = 0;            ///< for what takes too long
  int64_t blocked_until_ns_ = kNoTime;  ///< when one of these last ended
  int counted_ = 0;                     ///< steps in flight, as the group knows

  size_t parts_out_ = 0;    ///< parts that the engine has
  size_t batch_parts_;      ///< that go out in one submit at most
  bool just_sent_ = false;  ///< and no completion was looked for since
  Outbox outbox_;
  std::vector<Completion> completions_;
  std::vector<Sample> done_;
};

}  // namespace ioreel
