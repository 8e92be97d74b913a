#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/check.h"
#include "base/status_macros.h"
#include "formats/sort/spill_file.h"

namespace ioreel {

/// Sorts any number of rows by one of their fields, rows of one time in the order of their coming,
/// in bounded memory: sorted runs go to an unnamed temporary file ($TMPDIR) and are merged. What
/// fits in a single run stays in memory. Not thread-safe.
template <typename Row, int64_t Row::*kTime>
class TimeSorter {
  static_assert(std::is_trivially_copyable_v<Row>);

 public:
  explicit TimeSorter(size_t run_rows = 1 << 20) : run_rows_(run_rows) { CHECK(run_rows > 0); }

  /// Errors: those of writing the temporary file.
  absl::Status Add(const Row& row) {
    run_.push_back(row);
    return run_.size() < run_rows_ ? absl::OkStatus() : Spill();
  }

  /// Ends the adding.
  absl::Status Finish() {
    if (!spill_) {
      SortRun();
      return absl::OkStatus();
    }
    if (!run_.empty()) IOREEL_RETURN_IF_ERROR(Spill());
    run_ = {};
    return StartMerge();
  }

  /// Appends up to `max` rows to `out`; false when all have been given. REQUIRES: finished.
  absl::StatusOr<bool> Take(size_t max, std::vector<Row>* out) {
    if (spill_) return TakeMerged(max, out);
    const size_t n = std::min(max, run_.size() - given_);
    const auto first = run_.begin() + static_cast<ptrdiff_t>(given_);
    out->insert(out->end(), first, first + static_cast<ptrdiff_t>(n));
    given_ += n;
    return n > 0;
  }

 private:
  static constexpr size_t kMergeBytes = 16 << 20;             ///< of all runs' buffers together
  static constexpr size_t kLeastRows = 64, kMostRows = 4096;  ///< of one run's buffer

  struct Buffer {
    std::vector<Row> rows;
    size_t next = 0;
  };
  struct Head {
    int64_t time;
    size_t run;
    bool operator>(const Head& other) const {
      return std::pair(time, run) > std::pair(other.time, other.run);
    }
  };

  void SortRun() {
    const auto earlier = [](const Row& a, const Row& b) { return a.*kTime < b.*kTime; };
    if (!std::is_sorted(run_.begin(), run_.end(), earlier))
      std::stable_sort(run_.begin(), run_.end(), earlier);
  }

  absl::Status Spill() {
    if (!spill_) {
      IOREEL_ASSIGN_OR_RETURN(spill_, SpillFile::Create());
    }
    SortRun();
    IOREEL_RETURN_IF_ERROR(spill_->Append(
        absl::string_view(reinterpret_cast<const char*>(run_.data()), run_.size() * sizeof(Row))));
    run_.clear();
    return absl::OkStatus();
  }

  absl::Status StartMerge() {
    const size_t runs = spill_->runs().size();
    buffer_rows_ = std::clamp(kMergeBytes / sizeof(Row) / runs, kLeastRows, kMostRows);
    buffers_.resize(runs);
    for (size_t run = 0; run < runs; ++run) IOREEL_RETURN_IF_ERROR(Offer(run));
    return absl::OkStatus();
  }

  /// Puts the next row of a run, if it has one, among the heads.
  absl::Status Offer(size_t run) {
    Buffer& buffer = buffers_[run];
    if (buffer.next == buffer.rows.size()) {
      const SpillFile::Run left = spill_->runs()[run];
      const size_t bytes = std::min<uint64_t>(buffer_rows_ * sizeof(Row), left.end - left.begin);
      if (bytes == 0) return absl::OkStatus();
      buffer.rows.resize(bytes / sizeof(Row));
      buffer.next = 0;
      IOREEL_RETURN_IF_ERROR(spill_->Read(run, reinterpret_cast<char*>(buffer.rows.data()), bytes));
    }
    heads_.push({buffer.rows[buffer.next].*kTime, run});
    return absl::OkStatus();
  }

  absl::StatusOr<bool> TakeMerged(size_t max, std::vector<Row>* out) {
    if (heads_.empty()) return false;
    for (; max > 0 && !heads_.empty(); --max) {
      const size_t run = heads_.top().run;
      heads_.pop();
      out->push_back(buffers_[run].rows[buffers_[run].next++]);
      IOREEL_RETURN_IF_ERROR(Offer(run));
    }
    return true;
  }

  size_t run_rows_;
  std::vector<Row> run_;  ///< not spilled yet
  size_t given_ = 0;      ///< of run_, when nothing was spilled
  std::optional<SpillFile> spill_;
  size_t buffer_rows_ = 0;
  std::vector<Buffer> buffers_;  ///< by run
  std::priority_queue<Head, std::vector<Head>, std::greater<>> heads_;
};

}  // namespace ioreel
