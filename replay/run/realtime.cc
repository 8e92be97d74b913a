#include "replay/run/realtime.h"

#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include "absl/strings/str_cat.h"

namespace ioreel {
namespace {

constexpr int kBestNice = -20;

}  // namespace

LockedMemory::LockedMemory() : locked_(mlockall(MCL_CURRENT) == 0) {}

LockedMemory::~LockedMemory() {
  if (locked_) munlockall();
}

Realtime::Realtime(bool fifo)
    : old_slack_ns_(prctl(PR_GET_TIMERSLACK)),
      old_nice_(getpriority(PRIO_PROCESS, 0)),
      old_policy_(sched_getscheduler(0)) {
  const bool slack = prctl(PR_SET_TIMERSLACK, 1UL) == 0;
  const bool nice = setpriority(PRIO_PROCESS, 0, kBestNice) == 0;
  granted_ = fifo && old_policy_ == SCHED_OTHER && SetRealtime(true);
  obtained_ = absl::StrCat(slack ? "timer slack 1 ns" : "no timer slack setting", ", ",
                           granted_ ? "SCHED_FIFO around sleeps"
                           : nice   ? absl::StrCat("nice ", kBestNice)
                                    : "no priority");
}

Realtime::~Realtime() {
  if (granted_) {
    const sched_param none = {};
    sched_setscheduler(0, old_policy_, &none);
  }
  prctl(PR_SET_TIMERSLACK, static_cast<unsigned long>(old_slack_ns_));
  setpriority(PRIO_PROCESS, 0, old_nice_);
}

bool Realtime::SetRealtime(bool on) {
  // Threads that this one starts are ordinary ones.
  const int policy = (on ? SCHED_FIFO : SCHED_OTHER) | SCHED_RESET_ON_FORK;
  const sched_param param = {.sched_priority = on ? 1 : 0};
  const bool done = sched_setscheduler(0, policy, &param) == 0;
  if (done) on_ = on;
  return done;
}

void Realtime::BeforeSleep(int64_t now_ns) {
  if (on_) used_ns_ += now_ns - awake_since_ns_;
  if (now_ns - period_start_ns_ > kPeriodNs) {
    period_start_ns_ = now_ns;
    used_ns_ = 0;
  }
  if (granted_ && !on_ && used_ns_ < kBudgetNs) SetRealtime(true);
}

void Realtime::AfterSleep(int64_t now_ns) { awake_since_ns_ = now_ns; }

void Realtime::Working(int64_t now_ns) {
  if (!on_) return;
  if (awake_since_ns_ == 0) awake_since_ns_ = now_ns;
  const int64_t awake_ns = now_ns - awake_since_ns_;
  if (awake_ns < kLongestNs && used_ns_ + awake_ns < kBudgetNs) return;
  used_ns_ += awake_ns;
  SetRealtime(false);
}

}  // namespace ioreel
