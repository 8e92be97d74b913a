#include "formats/edit/filter_reader.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "formats/edit/task_updates.h"
#include "formats/flush_causes.h"
#include "formats/sort/request_shelf.h"

namespace ioreel {
namespace {

class FilterReader : public TraceReader {
 public:
  FilterReader(std::unique_ptr<TraceReader> source, TraceFilter filter, ImportLog* log)
      : source_(std::move(source)), judge_(std::move(filter)), log_(log), requests_(log) {
    if (ChoosesDevices()) TakeAll();
  }

  const TraceInfo& info() const override { return ChoosesDevices() ? info_ : source_->info(); }
  bool complete() const override { return source_->complete(); }

  absl::StatusOr<bool> Read(TraceChunk* chunk) override {
    chunk->Clear();
    chunk->first_queued = queued_out_;
    chunk->first_request = requests_out_;
    while (!at_end_ && chunk->queued.empty() && !requests_.has_chosen()) {
      IOREEL_ASSIGN_OR_RETURN(const bool more, source_->Read(&in_));
      if (ChoosesDevices()) more ? Follow() : TakeAll();
      if (more) {
        Take(chunk);
        continue;
      }
      at_end_ = true;
      Settle(std::numeric_limits<int64_t>::max());
      IOREEL_RETURN_IF_ERROR(Report());
    }
    requests_.Give([this](IssuedRequest* row) { row->device = Renamed(row->device); },
                   &requests_out_, chunk);
    OrderRelations(chunk);
    queued_out_ += chunk->queued.size();
    return !chunk->empty();
  }

 private:
  static constexpr size_t kMostWaiting = 1 << 18;  // of a source with requests only

  bool KeepsTable(Level level) const {
    return !judge_.filter().level || *judge_.filter().level == level;
  }

  bool ChoosesDevices() const { return !judge_.filter().devices.empty(); }

  /// Where devices are chosen: as the source's, without the others.
  void TakeAll() {
    info_ = source_->info();
    info_.devices.clear();
    new_device_.clear();
    TakeDevices();
  }

  void TakeDevices() {
    const TraceInfo& all = source_->info();
    for (size_t i = new_device_.size(); i < all.devices.size(); ++i) {
      new_device_.push_back(static_cast<uint16_t>(info_.devices.size()));
      if (judge_.KeepsDevice(static_cast<uint16_t>(i), all))
        info_.devices.push_back(all.devices[i]);
    }
  }

  /// Takes what rows need.
  void Follow() {
    const TraceInfo& all = source_->info();
    TakeDevices();
    ForEachTaskToUpdate(all, in_, info_.tasks.size(), [&](size_t i) {
      if (i == info_.tasks.size()) info_.tasks.emplace_back();
      info_.tasks[i] = all.tasks[i];
    });
  }

  uint16_t Renamed(uint16_t device) const {
    return new_device_.empty() ? device : new_device_[device];
  }

  void Take(TraceChunk* chunk) {
    if (KeepsTable(Level::kIssue)) requests_.Hold(in_);
    int64_t floor_ns = kNoTime;
    auto link = in_.links.begin();
    for (size_t i = 0; i < in_.queued.size(); ++i) {
      const QueuedIo& io = in_.queued[i];
      floor_ns = std::max(floor_ns, io.queue_ns);
      const bool keep = KeepsTable(Level::kQueue) && judge_.Keeps(io, source_->info());
      causes_.Add(io, keep);
      const uint64_t ordinal = queued_out_ + chunk->queued.size();
      if (keep) {
        chunk->queued.push_back(io);
        chunk->queued.back().device = Renamed(io.device);
      }
      for (; link != in_.links.end() && link->queued == in_.first_queued + i; ++link) {
        if (!KeepsTable(Level::kIssue)) continue;
        requests_.Join(link->request, io);
        if (keep) cut_links_ += !requests_.Link(ordinal, link->request);
      }
    }
    if (floor_ns == kNoTime && requests_.size() > kMostWaiting) floor_ns = LatestIssue(in_);
    Settle(floor_ns);
  }

  void Settle(int64_t floor_ns) {
    requests_.Settle(floor_ns, [this](const RequestShelf::Held& held) {
      return Keeps(held) ? RequestShelf::Fate::kGoesOut : RequestShelf::Fate::kDropped;
    });
    causes_.Forget(floor_ns);
  }

  /// Of a request that no queued I/O which stays has joined.
  bool Keeps(const RequestShelf::Held& held) {
    const FlushCauses::Cause* cause = nullptr;
    if (!held.joined && held.row.op == Op::kFlush)
      cause = causes_.Find(held.row.device, held.row.issue_ns);
    if (KeepsTable(Level::kQueue) && (held.joined || cause != nullptr)) {
      const bool keep = cause != nullptr && cause->kept;
      left_with_ios_ += !keep;
      return keep;
    }
    uint32_t task = cause != nullptr ? cause->task : held.task;
    if (task == kNoTask) task = held.row.task;
    return judge_.Keeps(held.row, task, source_->info());
  }

  absl::Status Report() const {
    IOREEL_RETURN_IF_ERROR(judge_.Report(source_->info(), log_));
    if (left_with_ios_ > 0)
      log_->Add("left_out_with_ios", ImportLog::Severity::kNotice, "",
                absl::StrCat("left out: ", FormatCount(left_with_ios_, "request"),
                             " of queued I/Os that are left out"));
    if (cut_links_ > 0)
      log_->Add("left_out_links", ImportLog::Severity::kNotice, "",
                absl::StrCat("left out: ", FormatCount(cut_links_, "link"),
                             " to requests that were issued before their I/O was queued"));
    return absl::OkStatus();
  }

  std::unique_ptr<TraceReader> source_;
  RowJudge judge_;
  ImportLog* log_;
  TraceInfo info_;
  std::vector<uint16_t> new_device_;  ///< by the source's index; empty = all stay
  TraceChunk in_;
  RequestShelf requests_;
  FlushCauses causes_;
  uint64_t queued_out_ = 0, requests_out_ = 0;
  uint64_t left_with_ios_ = 0, cut_links_ = 0;
  bool at_end_ = false;
};

}  // namespace

std::unique_ptr<TraceReader> MakeFilterReader(std::unique_ptr<TraceReader> source,
                                              TraceFilter filter, ImportLog* log) {
  return std::make_unique<FilterReader>(std::move(source), std::move(filter), log);
}

}  // namespace ioreel
