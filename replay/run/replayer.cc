#include "replay/run/replayer.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/check.h"
#include "replay/run/loop.h"
#include "replay/run/loop_group.h"
#include "replay/run/loop_threads.h"
#include "replay/run/realtime.h"
#include "replay/run/sample_log.h"
#include "replay/run/shared_source.h"

namespace ioreel {
namespace {

/// Of what each loop did, what all did; without `realtime`.
void Add(const ReplayOutcome& loop, ReplayOutcome* all) {
  all->planned += loop.planned;
  all->issued += loop.issued;
  all->errors += loop.errors;
  all->late_errors += loop.late_errors;
  all->abandoned += loop.abandoned;
  all->pretended += loop.pretended;
  all->zero_ns = loop.zero_ns;  // of all
  all->command_end_ns = std::max(all->command_end_ns, loop.command_end_ns);
  all->foreground_end_ns = std::max(all->foreground_end_ns, loop.foreground_end_ns);
  all->last_complete_ns = std::max(all->last_complete_ns, loop.last_complete_ns);
  all->starved += loop.starved;
  all->overtook += loop.overtook;
  all->overtaken += loop.overtaken;
  all->cut.ios += loop.cut.ios;
  all->cut.bytes += loop.cut.bytes;
  all->complete = all->complete && loop.complete;
}

ReplayOutcome Sum(const std::vector<ReplayOutcome>& loops) {
  ReplayOutcome all;
  all.complete = true;
  for (const ReplayOutcome& loop : loops) Add(loop, &all);
  return all;
}

/// "memory locked, 2 threads: timer slack 1 ns, nice -20"; each, where they differ.
std::string RealtimeText(const LockedMemory& memory, const std::vector<ReplayOutcome>& loops) {
  const std::string& first = loops.front().realtime;
  const bool alike = std::all_of(loops.begin(), loops.end(),
                                 [&](const ReplayOutcome& loop) { return loop.realtime == first; });
  std::vector<std::string> texts = {memory.obtained()};
  if (loops.size() == 1) {
    texts.push_back(first);
  } else if (alike) {
    texts.push_back(absl::StrCat(loops.size(), " threads: ", first));
  } else {
    for (size_t i = 0; i < loops.size(); ++i) {
      texts.push_back(absl::StrCat("thread ", i + 1, ": ", loops[i].realtime));
    }
  }
  return absl::StrJoin(texts, ", ");
}

/// All loops of a replay and what they share.
class Loops {
 public:
  Loops(const ReplaySetup& setup, const ReplayOptions& options)
      : setup_(setup),
        options_(options),
        count_(1 + setup.more.size()),
        group_(static_cast<int>(count_)),
        source_(setup.source, count_, options.order_ns > 0 ? &group_.open_flushes() : nullptr),
        log_(setup.sink) {
    CHECK(count_ == 1 || setup.threads->count() == count_);
    if (setup.part_sink != nullptr) part_log_.emplace(setup.part_sink);
    for (size_t i = 0; i < count_; ++i) loops_.emplace_back(setup_, options_, PartsOf(i));
  }

  ReplayOutcome Run() {
    std::optional<LockedMemory> memory;
    if (options_.realtime) memory.emplace();
    std::vector<ReplayOutcome> outcomes(count_);
    const auto run = [&](size_t i) { outcomes[i] = loops_[i].Run(); };
    if (count_ == 1) {
      run(0);
    } else {
      setup_.threads->Run(run);
    }
    ReplayOutcome outcome = Sum(outcomes);
    if (memory) outcome.realtime = RealtimeText(*memory, outcomes);
    outcome.max_in_flight = group_.most_in_flight();
    const uint64_t logged = log_.Close();
    CHECK(logged == outcome.issued);
    if (part_log_) part_log_->Close();
    outcome.held_up = log_.held_up();
    return outcome;
  }

 private:
  Loop::Parts PartsOf(size_t i) {
    const auto index = static_cast<int>(i), loops = static_cast<int>(count_);
    return {.source = source_.of(i),
            .tools = i == 0 ? LoopTools{setup_.buffers, setup_.engine} : setup_.more[i - 1],
            .depth = ShareOfDepth(options_.depth, index, loops),
            .group = &group_,
            .log = &log_,
            .part_log = part_log_ ? &*part_log_ : nullptr};
  }

  const ReplaySetup& setup_;
  const ReplayOptions& options_;
  const size_t count_;
  LoopGroup group_;
  SharedSource source_;
  SampleLog log_;
  std::optional<SampleLog> part_log_;  ///< none = nobody asks
  std::deque<Loop> loops_;
};

}  // namespace

ReplayOutcome Replay(const ReplaySetup& setup, const ReplayOptions& options) {
  return Loops(setup, options).Run();
}

}  // namespace ioreel
