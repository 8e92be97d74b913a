#include "replay/run/replayer.h"

#include <sys/resource.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/check.h"
#include "replay/plan/step_window.h"
#include "replay/run/flush_order.h"
#include "replay/run/in_flight.h"
#include "replay/run/realtime.h"
#include "replay/run/sample_log.h"

namespace ioreel {
namespace {

constexpr int64_t kLeadNs = 1'000'000;      // from set-up to the replay's zero
constexpr int64_t kLookNs = 50'000'000;     // how often the stop flag is looked at
constexpr int64_t kSourceLookNs = 20'000;   // how often a source that is behind is asked again
constexpr int64_t kIdleNs = 20'000;         // time enough to take in some steps
constexpr size_t kLowWater = 256;           // fewer ready steps than this: take in more at once
constexpr size_t kBite = 64;                // steps taken in at a time
constexpr size_t kDeep = 32;                // parts in flight that may fill a device's queue
constexpr int64_t kSlowSubmitNs = 200'000;  // a submit that long may have waited for room
constexpr size_t kBatch = 64;               // parts that go out in one submit

/// How often this thread has gone to sleep in the kernel.
long VoluntarySleeps() {
  rusage usage;
  return getrusage(RUSAGE_THREAD, &usage) == 0 ? usage.ru_nvcsw : 0;
}

class Loop {
 public:
  Loop(const ReplaySetup& setup, const ReplayOptions& options)
      : setup_(setup),
        options_(options),
        order_(options.order_ns),
        log_(setup.sink),
        part_log_(setup.part_sink == nullptr ? nullptr
                                             : std::make_unique<SampleLog>(setup.part_sink)),
        flight_({.target = setup.target,
                 .buffers = setup.buffers,
                 .fds = setup.fds,
                 .depth = options.depth,
                 .part_log = part_log_.get(),
                 .verify = setup.verify}) {
    outbox_.reserve(2 * kBatch);
    completions_.reserve(static_cast<size_t>(options.depth));
    done_.reserve(static_cast<size_t>(options.depth));
  }

  ReplayOutcome Run();

 private:
  int64_t NowNs() const { return setup_.clock->NowNs() - zero_ns_; }
  bool Stopping() const;
  bool Over() const;

  bool Admit(size_t most);
  void Launch();
  bool LaunchOne(StepWindow::Ready ready);
  void Submit();
  void Wait();
  void GiveUpOverdue();
  int64_t NextDeadline();
  void ReportDone();
  void CountUnlaunched();

  const ReplaySetup& setup_;
  const ReplayOptions& options_;
  StepWindow window_;
  FlushOrder order_;
  SampleLog log_;
  std::unique_ptr<SampleLog> part_log_;  ///< null = nobody asks
  InFlight flight_;
  ReplayOutcome outcome_;
  uint64_t completed_ = 0;

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

  size_t parts_out_ = 0;          ///< parts that the engine has
  std::vector<DeviceIo> outbox_;  ///< parts that may go out, in order
  std::vector<Completion> completions_;
  std::vector<Sample> done_;
};

ReplayOutcome Loop::Run() {
  if (options_.realtime) {
    realtime_.emplace(options_.fifo);
    outcome_.realtime = realtime_->obtained();
    setup_.engine->set_sleep_watcher(&*realtime_);
  }
  Admit(kLowWater);
  setup_.engine->Rehearse();
  zero_ns_ = setup_.clock->NowNs() + kLeadNs;
  do {
    now_ns_ = NowNs();
    if (realtime_) realtime_->Working(zero_ns_ + now_ns_);
    stopping_ = stopping_ || Stopping();
    if (window_.ready() < kLowWater) Admit(kBite);
    if (!stopping_) {
      launched_to_ns_ = now_ns_;
      Launch();
    }
    Submit();
    Wait();
    if (options_.timeout_ns != kNoTime) GiveUpOverdue();
    ReportDone();
  } while (!Over());
  outcome_.complete = batch_.next == StepSource::Next::kEnd && window_.unfinished() == 0;
  if (!outcome_.complete) CountUnlaunched();
  outcome_.zero_ns = zero_ns_;
  outcome_.pretended = window_.pretended();
  outcome_.command_end_ns = window_.command_end_ns();
  setup_.engine->set_sleep_watcher(nullptr);
  realtime_.reset();
  const uint64_t logged = log_.Close();
  CHECK(logged == outcome_.issued);
  if (part_log_ != nullptr) part_log_->Close();
  outcome_.late_errors = flight_.late_errors();
  outcome_.abandoned = flight_.expired();
  outcome_.cut = flight_.cut();
  outcome_.held_up = log_.held_up();
  return outcome_;
}

bool Loop::Stopping() const {
  if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) return true;
  return options_.stop_after_ns != kNoTime && now_ns_ >= options_.stop_after_ns;
}

bool Loop::Over() const {
  if (stopping_ && flight_.size() == flight_.expired()) return true;
  if (!flight_.empty() || !outbox_.empty()) return false;
  return stopping_ || (batch_.next == StepSource::Next::kEnd && window_.unfinished() == 0);
}

/// Takes in up to `most` steps; false when there was none to take.
bool Loop::Admit(size_t most) {
  size_t taken = 0;
  while (taken < most && window_.HasRoom() && batch_.next != StepSource::Next::kEnd) {
    if (batch_used_ == batch_.count) {
      batch_ = setup_.source->Pull();
      batch_used_ = 0;
      if (batch_.next != StepSource::Next::kSteps) break;
    }
    const Step& step = batch_.steps[batch_used_++];
    outcome_.planned += step.kind == StepKind::kIo;
    window_.Add(step);
    ++taken;
  }
  return taken > 0;
}

void Loop::Launch() {
  ordered_ = false;
  while (outbox_.size() < kBatch) {
    const StepWindow::Ready* ready = window_.Front();
    if (ready == nullptr || ready->due_ns > now_ns_) return;
    ordered_ = order_.Holds(flight_.opening(), now_ns_);
    if (ordered_) return;
    if (flight_.full() || !LaunchOne(*ready)) {
      full_ = true;
      return;
    }
  }
}

bool Loop::LaunchOne(StepWindow::Ready ready) {
  const Step& step = window_.step(ready.id);
  const Sample sample = {.step = ready.id,
                         .due_ns = ready.due_ns,
                         .submit_ns = now_ns_,
                         .submitted_ns = now_ns_,
                         .offset = step.io.offset,
                         .length = step.io.length,
                         .volume = step.io.volume,
                         .op = step.io.op,
                         .flags = step.io.flags,
                         .saturated = full_ || ready.due_ns <= blocked_until_ns_,
                         .foreground = step.foreground};
  const bool overtakes = options_.order_ns > 0 && flight_.opening() > 0;
  if (!flight_.Start(sample, &outbox_, &done_)) return false;
  if (std::exchange(full_, false)) blocked_until_ns_ = now_ns_;
  ++outcome_.issued;
  outcome_.overtook += overtakes;
  outcome_.max_in_flight = std::max(outcome_.max_in_flight, flight_.size());
  window_.PopFront();
  // What follows by issue keeps its distance from when this one was due: a late loop does not
  // make it later, a full queue does.
  window_.Issued(ready.id, sample.saturated ? now_ns_ : ready.due_ns);
  return true;
}

void Loop::Submit() {
  if (outbox_.empty()) return;
  const bool deep = parts_out_ + outbox_.size() >= kDeep;
  const long slept_before = deep ? VoluntarySleeps() : 0;
  const int64_t before_ns = NowNs();
  const size_t n = setup_.engine->Submit(outbox_);
  now_ns_ = NowNs();
  if (deep && now_ns_ - before_ns > kSlowSubmitNs && VoluntarySleeps() > slept_before) {
    blocked_until_ns_ = now_ns_;  // the kernel made us wait for room in the device's queue
    for (size_t i = 0; i < n; ++i) flight_.Held(outbox_[i].tag);
  }
  const int64_t each_ns = (now_ns_ - before_ns) / static_cast<int64_t>(std::max<size_t>(n, 1));
  for (size_t i = 0; i < n; ++i) {
    flight_.Submitted(outbox_[i].tag, before_ns + each_ns * static_cast<int64_t>(i), now_ns_);
  }
  parts_out_ += n;
  outbox_.erase(outbox_.begin(), outbox_.begin() + static_cast<ptrdiff_t>(n));
  for (const DeviceIo& io : outbox_) flight_.Held(io.tag);
  if (std::exchange(held_, !outbox_.empty()) && !held_) blocked_until_ns_ = now_ns_;
}

void Loop::Wait() {
  int64_t deadline_ns = NextDeadline();
  if (starving_ && deadline_ns > now_ns_) {
    setup_.source->Await(deadline_ns - now_ns_);
    return;
  }
  if (deadline_ns - now_ns_ > kIdleNs && Admit(kBite)) deadline_ns = now_ns_;
  completions_.clear();
  parts_out_ -= setup_.engine->Wait(zero_ns_ + deadline_ns, &completions_);
  for (const Completion& completion : completions_) {
    flight_.Completed(completion, completion.time_ns - zero_ns_, &outbox_, &done_);
  }
}

/// What takes longer than it may ends the replay.
void Loop::GiveUpOverdue() {
  const int64_t now_ns = NowNs();
  if (now_ns < next_look_ns_) return;
  next_look_ns_ = now_ns + std::min(kLookNs, options_.timeout_ns / 8);
  flight_.Expire(now_ns - options_.timeout_ns, now_ns, &done_);
  stopping_ = stopping_ || flight_.expired() > 0;
}

/// When there is something to do at the latest, completions aside.
int64_t Loop::NextDeadline() {
  const StepWindow::Ready* ready = window_.Front();
  const bool hungry = batch_.next == StepSource::Next::kNotYet && window_.ready() < kLowWater;
  const bool starving = hungry && ready == nullptr && flight_.empty();
  outcome_.starved += starving && !starving_;
  starving_ = starving;

  int64_t deadline_ns = now_ns_ + (hungry && !starving ? kSourceLookNs : kLookNs);
  if (Over() || !done_.empty()) deadline_ns = now_ns_;
  if (ready != nullptr && !full_ && !held_ && !stopping_) {
    deadline_ns = std::min(deadline_ns, ordered_ ? order_.until_ns() : ready->due_ns);
  }
  if (options_.stop_after_ns != kNoTime && !stopping_) {
    deadline_ns = std::min(deadline_ns, options_.stop_after_ns);
  }
  return deadline_ns;
}

void Loop::ReportDone() {
  for (const Sample& sample : done_) {
    const int64_t seen_late_ns = sample.slept ? options_.wake_ns : 0;
    window_.Completed(sample.step, std::max(sample.submit_ns, sample.complete_ns - seen_late_ns));
    outcome_.errors += sample.result < 0;
    stopping_ = stopping_ || (options_.stop_on_error && sample.result < 0);
    outcome_.last_complete_ns = std::max(outcome_.last_complete_ns, sample.complete_ns);
    if (sample.foreground) {
      outcome_.foreground_end_ns = std::max(outcome_.foreground_end_ns, sample.complete_ns);
    }
    log_.Append(sample);
  }
  completed_ += done_.size();
  if (options_.completed != nullptr) {
    options_.completed->store(completed_, std::memory_order_relaxed);
  }
  done_.clear();
}

/// A replay that was stopped had planned what went out and what was due.
void Loop::CountUnlaunched() {
  outcome_.planned = outcome_.issued;
  if (launched_to_ns_ == kNoTime) return;
  for (; window_.Front() != nullptr && window_.Front()->due_ns <= launched_to_ns_;
       window_.PopFront()) {
    ++outcome_.planned;
  }
}

}  // namespace

ReplayOutcome Replay(const ReplaySetup& setup, const ReplayOptions& options) {
  return Loop(setup, options).Run();
}

}  // namespace ioreel
