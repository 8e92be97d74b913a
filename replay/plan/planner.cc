#include "replay/plan/planner.h"

#include <sys/resource.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/check.h"
#include "base/status_macros.h"
#include "replay/plan/step_maker.h"

namespace ioreel {
namespace {

constexpr size_t kBatchSteps = 512;
constexpr size_t kBatchesAhead = 64;
constexpr int kNice = -20;  // as the loop, which waits for this thread; where that is allowed
constexpr size_t kRefillAt = kBatchesAhead / 2;  // a sleeping planner is woken at this many

using Steps = std::vector<Step>;

/// The trace, pass after pass, as batches of steps.
class BatchMaker {
 public:
  BatchMaker(OpenLevel open, const PlanOptions& options)
      : open_(std::move(open)), options_(options) {}

  /// Fills `out` with the next steps, at least one; leaves it empty at the end.
  absl::Status Make(Steps* out) {
    out->clear();
    while (out->size() < kBatchSteps && passes_ < options_.loops) {
      if (reader_ == nullptr) {
        IOREEL_ASSIGN_OR_RETURN(reader_, open_());
        maker_ = std::make_unique<StepMaker>(options_, pass_, &report_);
      }
      ios_.clear();
      IOREEL_ASSIGN_OR_RETURN(const bool more, reader_->Read(kBatchSteps, &ios_));
      Steps* const steps = options_.tiles.count == 1 ? out : &one_tile_;
      for (const Io& io : ios_) {
        IOREEL_RETURN_IF_ERROR(maker_->Add(io, reader_->info(), steps));
      }
      if (!more) IOREEL_RETURN_IF_ERROR(EndPass(steps));
      if (steps != out) {
        AppendTiles(options_.tiles, *steps, out);
        steps->clear();
      }
    }
    return absl::OkStatus();
  }

  const PlanReport& report() const { return report_; }

 private:
  absl::Status EndPass(Steps* out) {
    IOREEL_ASSIGN_OR_RETURN(pass_, maker_->Finish(reader_->info(), reader_->untimed(), out));
    reader_.reset();
    ++passes_;
    return absl::OkStatus();
  }

  OpenLevel open_;
  const PlanOptions options_;
  int passes_ = 0;
  StepMaker::Pass pass_;
  std::unique_ptr<LevelReader> reader_;
  std::unique_ptr<StepMaker> maker_;
  std::vector<Io> ios_;
  Steps one_tile_;
  PlanReport report_;
};

class PlannerImpl : public Planner {
 public:
  PlannerImpl(OpenLevel open, const PlanOptions& options) : maker_(std::move(open), options) {}
  ~PlannerImpl() override { Stop().IgnoreError(); }

  absl::Status MakeFirst() {
    Steps first;
    IOREEL_RETURN_IF_ERROR(maker_.Make(&first));
    if (maker_.report().ios == 0 && maker_.report().pretended.empty()) return NothingLeft();
    made_.push_back(std::move(first));
    return absl::OkStatus();
  }

  void StartThread() override {
    CHECK(!thread_.joinable());
    thread_ = std::thread([this] { MakeAhead(); });
  }

  Batch Pull() override {
    std::unique_lock lock(mutex_);
    if (given_.capacity() > 0) spare_.push_back(std::move(given_));
    given_ = Steps();
    if (made_.size() == kRefillAt) room_.notify_one();
    if (made_.empty() && !thread_.joinable()) MakeOne(&lock);
    if (made_.empty()) return {.next = over_ ? Next::kEnd : Next::kNotYet};
    given_ = std::move(made_.front());
    made_.pop_front();
    return {Next::kSteps, given_.data(), given_.size()};
  }

  void Await(int64_t most_ns) override {
    std::unique_lock lock(mutex_);
    arrived_.wait_for(lock, std::chrono::nanoseconds(most_ns),
                      [this] { return over_ || !made_.empty(); });
  }

  absl::Status Stop() override {
    {
      std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    room_.notify_one();
    if (thread_.joinable()) thread_.join();
    return status_;
  }

  const PlanReport& report() const override { return maker_.report(); }

 private:
  absl::Status NothingLeft() const {
    const auto& left_out = maker_.report().left_out;
    if (left_out.empty()) return absl::FailedPreconditionError("the trace holds no I/O");
    return absl::FailedPreconditionError(
        absl::StrCat("nothing is left to replay; left out: ",
                     absl::StrJoin(left_out, ", ", [](std::string* out, const auto& reason) {
                       absl::StrAppend(out, reason.second, " (", reason.first, ")");
                     })));
  }

  /// Makes one batch with `lock` released meanwhile.
  void MakeOne(std::unique_lock<std::mutex>* lock) {
    if (over_ || stopping_) return;
    Steps steps;
    if (!spare_.empty()) {
      steps = std::move(spare_.back());
      spare_.pop_back();
    }
    lock->unlock();
    const absl::Status status = maker_.Make(&steps);
    lock->lock();
    if (!status.ok() || steps.empty()) {
      over_ = true;
      status_ = status;
    }
    if (!steps.empty()) made_.push_back(std::move(steps));
    arrived_.notify_all();
  }

  void MakeAhead() {
    setpriority(PRIO_PROCESS, 0, kNice);
    std::unique_lock lock(mutex_);
    while (!over_ && !stopping_) {
      if (made_.size() >= kBatchesAhead) {
        room_.wait(lock, [this] { return stopping_ || made_.size() <= kRefillAt; });
      }
      MakeOne(&lock);
    }
  }

  BatchMaker maker_;  ///< the thread's, once there is one
  std::thread thread_;

  std::mutex mutex_;
  std::condition_variable room_, arrived_;
  std::deque<Steps> made_;
  std::vector<Steps> spare_;
  Steps given_;  ///< what the last Pull gave out
  bool over_ = false, stopping_ = false;
  absl::Status status_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Planner>> Planner::Create(OpenLevel open,
                                                         const PlanOptions& options) {
  auto planner = std::make_unique<PlannerImpl>(std::move(open), options);
  IOREEL_RETURN_IF_ERROR(planner->MakeFirst());
  return planner;
}

}  // namespace ioreel
