#include "formats/io_sorter.h"

#include <algorithm>
#include <queue>
#include <string>
#include <utility>

#include "base/check.h"
#include "base/file.h"
#include "base/status_macros.h"

namespace ioreel {

/// Sorted runs in a temporary file, and their merge.
class IoSorter::Runs {
 public:
  static absl::StatusOr<std::unique_ptr<Runs>> Create() {
    IOREEL_ASSIGN_OR_RETURN(ScopedFd file, OpenTemporaryFile());
    return std::unique_ptr<Runs>(new Runs(std::move(file)));
  }

  absl::Status Append(const std::vector<QueuedIo>& sorted) {
    const size_t bytes = sorted.size() * sizeof(QueuedIo);
    IOREEL_RETURN_IF_ERROR(
        PwriteAll(file_.get(),
                  absl::string_view(reinterpret_cast<const char*>(sorted.data()), bytes), size_));
    runs_.push_back({size_, size_ + bytes, {}, 0});
    size_ += bytes;
    return absl::OkStatus();
  }

  absl::Status StartMerge() {
    for (size_t i = 0; i < runs_.size(); ++i) IOREEL_RETURN_IF_ERROR(Offer(i));
    return absl::OkStatus();
  }

  absl::StatusOr<bool> Take(size_t max, std::vector<QueuedIo>* out) {
    if (heads_.empty()) return false;
    for (; max > 0 && !heads_.empty(); --max) {
      Run& run = runs_[heads_.top().run];
      out->push_back(run.buffer[run.next++]);
      const size_t index = heads_.top().run;
      heads_.pop();
      IOREEL_RETURN_IF_ERROR(Offer(index));
    }
    return true;
  }

 private:
  static constexpr size_t kBufferRows = 4096;

  struct Run {
    uint64_t begin, end;  ///< what is still in the file
    std::vector<QueuedIo> buffer;
    size_t next = 0;
  };
  struct Head {
    int64_t queue_ns;
    size_t run;
    bool operator>(const Head& other) const {
      return std::pair(queue_ns, run) > std::pair(other.queue_ns, other.run);
    }
  };

  explicit Runs(ScopedFd file) : file_(std::move(file)) {}

  /// Puts the next row of a run, if it has one, among the heads.
  absl::Status Offer(size_t index) {
    Run& run = runs_[index];
    if (run.next == run.buffer.size()) {
      const size_t bytes = std::min<uint64_t>(kBufferRows * sizeof(QueuedIo), run.end - run.begin);
      run.buffer.resize(bytes / sizeof(QueuedIo));
      run.next = 0;
      if (bytes == 0) return absl::OkStatus();
      IOREEL_RETURN_IF_ERROR(
          PreadAll(file_.get(), reinterpret_cast<char*>(run.buffer.data()), bytes, run.begin));
      run.begin += bytes;
    }
    heads_.push({run.buffer[run.next].queue_ns, index});
    return absl::OkStatus();
  }

  ScopedFd file_;
  uint64_t size_ = 0;
  std::vector<Run> runs_;
  std::priority_queue<Head, std::vector<Head>, std::greater<>> heads_;
};

IoSorter::IoSorter(size_t run_rows) : run_rows_(run_rows) { CHECK(run_rows > 0); }
IoSorter::~IoSorter() = default;

void IoSorter::SortRun() {
  std::stable_sort(run_.begin(), run_.end(),
                   [](const QueuedIo& a, const QueuedIo& b) { return a.queue_ns < b.queue_ns; });
}

absl::Status IoSorter::Add(const QueuedIo& io) {
  run_.push_back(io);
  if (run_.size() < run_rows_) return absl::OkStatus();
  if (runs_ == nullptr) {
    IOREEL_ASSIGN_OR_RETURN(runs_, Runs::Create());
  }
  SortRun();
  IOREEL_RETURN_IF_ERROR(runs_->Append(run_));
  run_.clear();
  return absl::OkStatus();
}

absl::Status IoSorter::Finish() {
  SortRun();
  if (runs_ == nullptr) return absl::OkStatus();
  IOREEL_RETURN_IF_ERROR(runs_->Append(run_));
  run_.clear();
  return runs_->StartMerge();
}

absl::StatusOr<bool> IoSorter::Take(size_t max, std::vector<QueuedIo>* out) {
  if (runs_ != nullptr) return runs_->Take(max, out);
  const size_t n = std::min(max, run_.size() - given_);
  out->insert(out->end(), run_.begin() + static_cast<ptrdiff_t>(given_),
              run_.begin() + static_cast<ptrdiff_t>(given_ + n));
  given_ += n;
  return n > 0;
}

}  // namespace ioreel
