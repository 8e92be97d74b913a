#include "formats/import/stamp_spreader.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "base/units.h"

namespace ioreel {
namespace {

constexpr size_t kMostRows = 1 << 20;  // of one stamp

class StampSpreader : public RowSource {
 public:
  StampSpreader(std::unique_ptr<RowSource> source, int64_t stamp_ns, ImportLog* log)
      : source_(std::move(source)), stamp_ns_(stamp_ns), log_(log) {}

  absl::StatusOr<bool> Next(QueuedIo* io) override {
    if (given_ == run_.size()) {
      if (at_end_) return false;
      IOREEL_RETURN_IF_ERROR(ReadRun());
    }
    if (run_.empty()) return false;
    *io = run_[given_++];
    return true;
  }

  std::string Place() const override { return place_; }
  const TraceInfo& info() const override { return source_->info(); }
  int64_t Start(int64_t first_ns) override { return source_->Start(first_ns); }

  absl::StatusOr<std::unique_ptr<RowSource>> TimesOnly() const override {
    IOREEL_ASSIGN_OR_RETURN(std::unique_ptr<RowSource> inner, source_->TimesOnly());
    return inner == nullptr ? nullptr : SpreadStamps(std::move(inner), stamp_ns_, nullptr);
  }

 private:
  /// Fills run_ with the next rows of one stamp; the one that follows them goes to next_.
  absl::Status ReadRun() {
    const bool backwards = !run_.empty() && next_.queue_ns < run_.front().queue_ns;
    place_ = backwards ? source_->Place() : "";
    const bool has_next = !run_.empty();
    run_.clear();
    given_ = 0;
    if (has_next) run_.push_back(next_);
    for (;;) {
      IOREEL_ASSIGN_OR_RETURN(const bool more, source_->Next(&next_));
      at_end_ = !more;
      if (at_end_ || (!run_.empty() && next_.queue_ns != run_.front().queue_ns)) break;
      if (run_.size() == kMostRows)
        return absl::InvalidArgumentError(
            absl::StrCat(source_->Place(), ": more than ", FormatCount(kMostRows),
                         " I/Os in a row at the same time; this is no trace with such a clock"));
      run_.push_back(next_);
    }
    if (run_.size() > 1) Spread();
    return absl::OkStatus();
  }

  void Spread() {
    if (log_ != nullptr)
      log_->Add("invented_time", ImportLog::Severity::kNotice, "",
                absl::StrCat("I/Os of one stamp of a clock of ", FormatDuration(stamp_ns_),
                             " are spread evenly over it; their spacing is invented"),
                run_.size());
    for (size_t i = 0; i < run_.size(); ++i) {
      const auto part = static_cast<__int128>(stamp_ns_) * i / run_.size();
      run_[i].queue_ns += static_cast<int64_t>(part);
      run_[i].flags |= kInventedTime;
    }
  }

  std::unique_ptr<RowSource> source_;
  int64_t stamp_ns_;
  ImportLog* log_;
  std::vector<QueuedIo> run_;
  size_t given_ = 0;  ///< of run_
  QueuedIo next_;     ///< the row behind run_, unless at_end_
  bool at_end_ = false;
  std::string place_;  ///< of run_, when it is before the one before
};

}  // namespace

std::unique_ptr<RowSource> SpreadStamps(std::unique_ptr<RowSource> source, int64_t stamp_ns,
                                        ImportLog* log) {
  return std::make_unique<StampSpreader>(std::move(source), stamp_ns, log);
}

}  // namespace ioreel
