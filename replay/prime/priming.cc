#include "replay/prime/priming.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "replay/engine_registry.h"
#include "replay/prime/io_buffers.h"
#include "replay/run/progress.h"
#include "replay/run/replayer.h"

namespace ioreel {
namespace {

constexpr int kDepth = 8;
constexpr size_t kBatchSteps = 64;

class FirstError : public SampleSink {
 public:
  void Take(absl::Span<const Sample> samples) override {
    for (const Sample& sample : samples) {
      if (sample.result < 0 && status_.ok()) {
        status_ = absl::DataLossError(absl::StrCat(
            "priming failed: ",
            std::string(ErrnoError(-sample.result, "write at byte", absl::StrCat(sample.offset))
                            .message())));
      }
    }
  }
  const absl::Status& status() const { return status_; }

 private:
  absl::Status status_;
};

absl::Status FlushAll(const std::vector<int>& fds) {
  for (const int fd : fds) {
    if (fdatasync(fd) != 0) return ErrnoError(errno, "priming failed: cannot flush");
    posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
  }
  return absl::OkStatus();
}

}  // namespace

RangeWrites::RangeWrites(const RangeSet* ranges, uint64_t block_bytes, uint64_t end_bytes)
    : ranges_(&ranges->ranges()),
      block_bytes_(block_bytes),
      end_bytes_(end_bytes),
      next_(ranges_->begin()) {}

StepSource::Batch RangeWrites::Pull() {
  batch_.clear();
  while (batch_.size() < kBatchSteps && next_ != ranges_->end()) {
    const uint64_t begin = std::max(next_->first / block_bytes_ * block_bytes_, written_to_);
    const uint64_t end =
        std::min((next_->second + block_bytes_ - 1) / block_bytes_ * block_bytes_, end_bytes_);
    if (begin >= end) {
      ++next_;
      continue;
    }
    written_to_ = std::min(end, begin + kStepBytes);
    Step step;
    step.id = next_id_++;
    step.io = {.offset = begin, .length = written_to_ - begin, .op = Op::kWrite};
    batch_.push_back(step);
  }
  if (batch_.empty()) return {};
  return {Next::kSteps, batch_.data(), batch_.size()};
}

uint64_t RangeWrites::steps() const {
  uint64_t steps = 0;
  for (const auto& [begin, end] : *ranges_) steps += (end - begin + kStepBytes - 1) / kStepBytes;
  return steps;
}

absl::Status Prime(const PrimingSetup& setup, const RangeSet& ranges) {
  if (ranges.empty()) return absl::OkStatus();
  SteadyClock clock;
  IOREEL_ASSIGN_OR_RETURN(auto buffers, IoBuffers::Create({.payload = setup.payload,
                                                           .seed = 1,
                                                           .depth = kDepth,
                                                           .longest_write = RangeWrites::kStepBytes,
                                                           .written_bytes = ranges.bytes()}));
  IOREEL_ASSIGN_OR_RETURN(const auto engine, MakeEngine(setup.engine, &clock));
  IOREEL_RETURN_IF_ERROR(engine->Open({.depth = kDepth,
                                       .fds = setup.fds,
                                       .buffer_base = buffers.base(),
                                       .buffer_bytes = buffers.bytes(),
                                       .spin_ns = 0,
                                       .poll_ns = 0}));
  RangeWrites steps(&ranges, setup.block_bytes, setup.target->size_bytes());
  FirstError errors;
  std::atomic<uint64_t> completed{0};
  const Progress progress("priming", steps.steps(), kNoTime, &completed);
  const ReplayOutcome outcome =
      Replay({.source = &steps,
              .target = setup.target,
              .fds = setup.fds,
              .buffers = &buffers,
              .engine = engine.get(),
              .clock = &clock,
              .sink = &errors},
             {.depth = kDepth, .stop = setup.stop, .completed = &completed});
  IOREEL_RETURN_IF_ERROR(errors.status());
  if (!outcome.complete) return absl::CancelledError("interrupted while priming");
  return FlushAll(setup.fds);
}

RangeSet FindHoles(int fd, const RangeSet& ranges) {
  RangeSet holes;
  for (const auto& [begin, end] : ranges.ranges()) {
    for (auto at = static_cast<off_t>(begin); at < static_cast<off_t>(end);) {
      const off_t hole = lseek(fd, at, SEEK_HOLE);
      if (hole < 0 && errno != ENXIO) return ranges;
      if (hole < 0 || hole >= static_cast<off_t>(end)) break;
      off_t data = lseek(fd, hole, SEEK_DATA);
      if (data < 0 || data > static_cast<off_t>(end)) data = static_cast<off_t>(end);
      holes.Add(static_cast<uint64_t>(hole), static_cast<uint64_t>(data - hole));
      at = data;
    }
  }
  return holes;
}

}  // namespace ioreel
