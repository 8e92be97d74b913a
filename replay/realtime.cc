#include "replay/realtime.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include "absl/strings/str_cat.h"

namespace ioreel {
namespace {

constexpr int kBestNice = -20;

}  // namespace

Realtime::Realtime()
    : old_slack_ns_(prctl(PR_GET_TIMERSLACK)), old_nice_(getpriority(PRIO_PROCESS, 0)) {
  const bool slack = prctl(PR_SET_TIMERSLACK, 1UL) == 0;
  locked_ = mlockall(MCL_CURRENT) == 0;
  const bool nice = setpriority(PRIO_PROCESS, 0, kBestNice) == 0;
  obtained_ = absl::StrCat(slack ? "timer slack 1 ns" : "no timer slack setting", ", ",
                           locked_ ? "memory locked" : "no locked memory", ", ",
                           nice ? absl::StrCat("nice ", kBestNice) : "no priority");
}

Realtime::~Realtime() {
  prctl(PR_SET_TIMERSLACK, static_cast<unsigned long>(old_slack_ns_));
  setpriority(PRIO_PROCESS, 0, old_nice_);
  if (locked_) munlockall();
}

}  // namespace ioreel
