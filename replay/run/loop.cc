#include "replay/run/loop.h"

#include <sys/resource.h>

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "replay/run/shared_source.h"

namespace ioreel {
namespace {

constexpr int64_t kLookNs = 50'000'000;  // how often the stop flag is looked at
constexpr int64_t kJumpNs =
    3'600'000'000'000;                      // the same where time jumps, and need not be looked at
constexpr int64_t kSourceLookNs = 20'000;   // how often a source that is behind is asked again
constexpr int64_t kFlushLookNs = 20'000;    // how often another loop's flush is looked for
constexpr int64_t kIdleNs = 20'000;         // time enough to take in some steps
constexpr size_t kLowWater = 256;           // fewer ready steps than this: take in more at once
constexpr size_t kBite = 64;                // steps taken in at a time
constexpr size_t kDeep = 32;                // parts in flight that may fill a device's queue
constexpr int64_t kSlowSubmitNs = 200'000;  // a submit that long may have waited for room
constexpr int64_t kAtOnceNs = 1'000;        // a completion so soon came with the submit
constexpr size_t kBatchAtOnce = 8;          // parts that go out in one submit, complete when it
                                            // returns
constexpr int64_t kRehearseNs = 150'000;    // from the rehearsal's begin to the replay's zero
constexpr int64_t kReadyNs = 50'000;        // from its end to there

/// How often this thread has gone to sleep in the kernel.
long VoluntarySleeps() {
  rusage usage;
  return getrusage(RUSAGE_THREAD, &usage) == 0 ? usage.ru_nvcsw : 0;
}

}  // namespace

Loop::Loop(const ReplaySetup& setup, const ReplayOptions& options, const Parts& parts)
    : setup_(setup),
      options_(options),
      parts_(parts),
      look_ns_(setup.clock->jumps() && options.timeout_ns == kNoTime ? kJumpNs : kLookNs),
      order_(options.order_ns),
      log_(parts.log),
      part_log_(parts.part_log == nullptr ? std::nullopt
                                          : std::make_optional<SampleLog::Writer>(parts.part_log)),
      flight_({.target = setup.target,
               .buffers = parts.tools.buffers,
               .fds = setup.fds,
               .depth = parts.depth,
               .part_log = part_log_ ? &*part_log_ : nullptr,
               .open_flushes = options.order_ns > 0 ? &parts.group->open_flushes() : nullptr,
               .verify = setup.verify}),
      batch_parts_(kBatchAtOnce),
      outbox_(2 * options.batch) {
  CHECK(parts.depth > 0);
  completions_.reserve(static_cast<size_t>(parts.depth));
  done_.reserve(static_cast<size_t>(parts.depth));
}

ReplayOutcome Loop::Run() {
  if (options_.realtime) {
    realtime_.emplace(options_.fifo);
    outcome_.realtime = realtime_->obtained();
    parts_.tools.engine->set_sleep_watcher(&*realtime_);
  }
  Admit(LowWater());
  zero_ns_ = parts_.group->AwaitStart(*setup_.clock);
  parts_.tools.engine->Wait(zero_ns_ - kRehearseNs, &completions_);
  parts_.tools.engine->Rehearse(zero_ns_ - kReadyNs);
  do {
    now_ns_ = NowNs();
    if (realtime_) realtime_->Working(zero_ns_ + now_ns_);
    stopping_ = stopping_ || Stopping();
    if (window_.ready() < LowWater()) Admit(std::min(kBite, LowWater()));
    if (!stopping_) {
      launched_to_ns_ = now_ns_;
      Launch();
      CountInFlight();
    }
    Submit();
    Wait();
    if (options_.timeout_ns != kNoTime) GiveUpOverdue();
    ReportDone();
  } while (!Over());
  return Finish();
}

ReplayOutcome Loop::Finish() {
  outcome_.complete = batch_.next == StepSource::Next::kEnd && window_.unfinished() == 0;
  if (!outcome_.complete) CountUnlaunched();
  outcome_.zero_ns = zero_ns_;
  outcome_.pretended = window_.pretended();
  outcome_.command_end_ns = window_.command_end_ns();
  parts_.tools.engine->set_sleep_watcher(nullptr);
  realtime_.reset();
  log_.Flush();
  if (part_log_) part_log_->Flush();
  outcome_.late_errors = flight_.late_errors();
  outcome_.abandoned = flight_.expired();
  outcome_.cut = flight_.cut();
  return outcome_;
}

/// Fewer ready steps than this: more are taken in. What one of several loops has is not for others.
size_t Loop::LowWater() const { return parts_.group->is_one() ? kLowWater : SharedSource::kRun; }

bool Loop::Stopping() const {
  if (parts_.group->ending()) return true;
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
  while (taken < most && batch_.next != StepSource::Next::kEnd) {
    if (batch_used_ == batch_.count) {
      batch_ = parts_.source->Pull();
      batch_used_ = 0;
      if (batch_.next != StepSource::Next::kSteps) break;
    }
    const Step& step = batch_.steps[batch_used_];
    if (!window_.HasRoomFor(step.id)) break;
    ++batch_used_;
    outcome_.planned += step.kind == StepKind::kIo;
    window_.Add(step);
    ++taken;
  }
  return taken > 0;
}

void Loop::Launch() {
  ordered_ = false;
  while (outbox_.size() < batch_parts_) {
    const StepWindow::Ready* ready = window_.Front();
    if (ready == nullptr || ready->due_ns > now_ns_) return;
    const bool overtakes = HasOpenFlushBefore(ready->id);
    ordered_ = order_.Holds(overtakes, now_ns_);
    if (ordered_) return;
    if (flight_.full() || !LaunchOne(*ready, overtakes)) {
      full_ = true;
      return;
    }
  }
}

bool Loop::HasOpenFlushBefore(uint64_t step) const {
  return options_.order_ns > 0 && parts_.group->open_flushes().AnyBefore(step);
}

/// `overtakes`: a flush of a step before it is not done.
bool Loop::LaunchOne(StepWindow::Ready ready, bool overtakes) {
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
  if (!flight_.Start(sample, outbox_.end(), &done_)) return false;
  if (std::exchange(full_, false)) blocked_until_ns_ = now_ns_;
  ++outcome_.issued;
  outcome_.overtook += overtakes;
  if (!parts_.group->is_one()) {
    outcome_.overtaken += parts_.group->HasPassed(ready.id);
    parts_.group->WentOut(ready.id);
  }
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
  const size_t n = parts_.tools.engine->Submit(outbox_.parts());
  now_ns_ = NowNs();
  if (deep && now_ns_ - before_ns > kSlowSubmitNs && VoluntarySleeps() > slept_before) {
    blocked_until_ns_ = now_ns_;  // the kernel made us wait for room in the device's queue
    for (size_t i = 0; i < n; ++i) flight_.Held(outbox_.parts()[i].tag);
  }
  const int64_t each_ns = (now_ns_ - before_ns) / static_cast<int64_t>(std::max<size_t>(n, 1));
  for (size_t i = 0; i < n; ++i) {
    flight_.Submitted(outbox_.parts()[i].tag, before_ns + each_ns * static_cast<int64_t>(i),
                      now_ns_);
  }
  parts_out_ += n;
  just_sent_ = true;
  outbox_.Sent(n);
  for (const DeviceIo& io : outbox_.TakeHeld()) flight_.Held(io.tag);
  if (std::exchange(held_, !outbox_.empty()) && !held_) blocked_until_ns_ = now_ns_;
}

void Loop::Wait() {
  int64_t deadline_ns = NextDeadline();
  if (starving_ && deadline_ns > now_ns_) {
    parts_.source->Await(deadline_ns - now_ns_);
    return;
  }
  const bool idle = deadline_ns - now_ns_ > kIdleNs;
  if (idle && parts_.group->is_one() && Admit(kBite)) deadline_ns = now_ns_;
  completions_.clear();
  parts_out_ -= parts_.tools.engine->Wait(zero_ns_ + deadline_ns, &completions_);
  ChooseBatch();
  for (const Completion& completion : completions_) {
    flight_.Completed(completion, completion.time_ns - zero_ns_, outbox_.end(), &done_);
  }
}

/// A device that does its I/Os inside of the submit has done them when that returns. Then few go
/// out at a time: the next ones find their memory in the processor's caches, and each is known to
/// be complete soon after it is.
void Loop::ChooseBatch() {
  if (!std::exchange(just_sent_, false)) return;
  const bool at_once = parts_out_ == 0 && !completions_.empty() &&
                       completions_.back().time_ns - zero_ns_ < now_ns_ + kAtOnceNs;
  batch_parts_ = at_once ? kBatchAtOnce : options_.batch;
}

/// What takes longer than it may ends the replay.
void Loop::GiveUpOverdue() {
  const int64_t now_ns = NowNs();
  if (now_ns < next_look_ns_) return;
  next_look_ns_ = now_ns + std::min(kLookNs, options_.timeout_ns / 8);
  flight_.Expire(now_ns - options_.timeout_ns, now_ns, &done_);
  if (flight_.expired() > 0) StopAll();
}

void Loop::StopAll() {
  stopping_ = true;
  parts_.group->End();
}

/// Tells the group how many steps are in flight by now.
void Loop::CountInFlight() {
  parts_.group->CountInFlight(flight_.size() - counted_);
  counted_ = flight_.size();
}

/// When there is something to do at the latest, completions aside.
int64_t Loop::NextDeadline() {
  const StepWindow::Ready* ready = window_.Front();
  const bool hungry = batch_.next == StepSource::Next::kNotYet && window_.ready() < LowWater();
  const bool starving = hungry && ready == nullptr && flight_.empty();
  outcome_.starved += starving && !starving_;
  starving_ = starving;

  int64_t deadline_ns = now_ns_ + (hungry && !starving ? kSourceLookNs : look_ns_);
  if (Over() || !done_.empty()) deadline_ns = now_ns_;
  if (ready != nullptr && !full_ && !held_ && !stopping_) {
    deadline_ns = std::min(deadline_ns, ordered_ ? OrderedUntilNs() : ready->due_ns);
  }
  if (options_.stop_after_ns != kNoTime && !stopping_) {
    deadline_ns = std::min(deadline_ns, options_.stop_after_ns);
  }
  return deadline_ns;
}

/// When to ask again whether a flush is done: it may be another loop's, which does not tell.
int64_t Loop::OrderedUntilNs() const {
  const int64_t until_ns = order_.until_ns();
  return parts_.group->is_one() ? until_ns : std::min(until_ns, now_ns_ + kFlushLookNs);
}

void Loop::ReportDone() {
  for (const Sample& sample : done_) {
    const int64_t seen_late_ns = sample.slept ? options_.wake_ns : 0;
    window_.Completed(sample.step, std::max(sample.submit_ns, sample.complete_ns - seen_late_ns));
    outcome_.errors += sample.result < 0;
    if (options_.stop_on_error && sample.result < 0) StopAll();
    outcome_.last_complete_ns = std::max(outcome_.last_complete_ns, sample.complete_ns);
    if (sample.foreground) {
      outcome_.foreground_end_ns = std::max(outcome_.foreground_end_ns, sample.complete_ns);
    }
    log_.Append(sample);
  }
  if (options_.completed != nullptr && !done_.empty()) {
    options_.completed->fetch_add(done_.size(), std::memory_order_relaxed);
  }
  done_.clear();
  CountInFlight();
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

}  // namespace ioreel
