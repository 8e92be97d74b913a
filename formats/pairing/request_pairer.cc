#include "formats/pairing/request_pairer.h"

#include <array>
#include <vector>

#include "base/check.h"
#include "formats/pairing/device_pairer.h"
#include "formats/pairing/pairing_rows.h"

namespace ioreel {

class RequestPairer::Impl {
 public:
  explicit Impl(Options options) : options_(options), origin_ns_(options.origin_ns) {}

  void Add(const StageEvent& event);
  bool Take(size_t max_rows, bool flush, TraceChunk* chunk);

  int64_t origin_ns() const { return origin_ns_; }
  const Counts& counts() const { return counts_; }
  uint64_t stage_count(Stage stage) const { return stages_[static_cast<int>(stage)]; }

 private:
  DevicePairer& DeviceOf(uint16_t device);
  void CloseHead(uint64_t* counter);
  void CloseAll();
  void CloseQueued(uint64_t ordinal, uint64_t* counter);
  void CloseRequest(RequestSlot slot, uint64_t* counter);

  const Options options_;
  int64_t origin_ns_;
  int64_t last_ns_ = kNoTime;
  PairingRows rows_;
  std::vector<DevicePairer> devices_;
  std::array<uint64_t, kStageCount> stages_{};
  Counts counts_;
};

DevicePairer& RequestPairer::Impl::DeviceOf(uint16_t device) {
  while (devices_.size() <= device) devices_.emplace_back(&rows_);
  return devices_[device];
}

void RequestPairer::Impl::Add(const StageEvent& event) {
  CHECK(event.time_ns >= last_ns_);
  last_ns_ = event.time_ns;
  if (origin_ns_ == kNoTime) origin_ns_ = event.time_ns;
  ++stages_[static_cast<int>(event.stage)];
  if (event.stage == Stage::kQueued && event.length == 0 && HasPayload(event.op))
    ++counts_.zero_length;
  if (event.stage == Stage::kLost) {
    CloseAll();
  } else if (!DeviceOf(event.device).Add(event)) {
    ++counts_.orphan_completions;
  }
}

bool RequestPairer::Impl::Take(size_t max_rows, bool flush, TraceChunk* chunk) {
  CHECK(chunk->empty());
  size_t queued = 0, requests = 0;
  while (rows_.waiting() > 0) {
    if ((rows_.HeadIsQueued() ? queued : requests) == max_rows) break;
    if (!rows_.HeadIsReady()) {
      if (!flush && rows_.waiting() <= options_.hold_back) break;
      CloseHead(flush ? &counts_.unfinished : &counts_.given_up);
    }
    ++(rows_.HeadIsQueued() ? queued : requests);
    rows_.EmitHead(origin_ns_, chunk);
  }
  rows_.FinishChunk(origin_ns_, chunk);
  return !chunk->empty();
}

void RequestPairer::Impl::CloseHead(uint64_t* counter) {
  if (rows_.HeadIsQueued()) {
    CloseQueued(rows_.first_queued(), counter);
  } else {
    CloseRequest(rows_.HeadRequest(), counter);
  }
}

void RequestPairer::Impl::CloseQueued(uint64_t ordinal, uint64_t* counter) {
  PendingQueued& queued = rows_.queued(ordinal);
  DeviceOf(queued.io.device).CloseQueued(ordinal);
  if (queued.io.complete_ns == kNoTime) ++*counter;
}

void RequestPairer::Impl::CloseRequest(RequestSlot slot, uint64_t* counter) {
  DeviceOf(rows_.request(slot).row.device).CloseRequest(slot);
  ++*counter;
}

void RequestPairer::Impl::CloseAll() {
  for (uint64_t ordinal = rows_.first_queued(); ordinal != rows_.end_queued(); ++ordinal) {
    if (rows_.queued(ordinal).state != PendingQueued::State::kDone) {
      CloseQueued(ordinal, &counts_.unfinished);
    }
  }
  for (RequestSlot slot = 0; slot != rows_.slots(); ++slot) {
    const PendingRequest& request = rows_.request(slot);
    if (request.used && !request.done) CloseRequest(slot, &counts_.unfinished);
  }
}

RequestPairer::RequestPairer(Options options) : impl_(std::make_unique<Impl>(options)) {}
RequestPairer::~RequestPairer() = default;

void RequestPairer::Add(const StageEvent& event) { impl_->Add(event); }
bool RequestPairer::Take(size_t max_rows, bool flush, TraceChunk* chunk) {
  return impl_->Take(max_rows, flush, chunk);
}
int64_t RequestPairer::origin_ns() const { return impl_->origin_ns(); }
const RequestPairer::Counts& RequestPairer::counts() const { return impl_->counts(); }
uint64_t RequestPairer::stage_count(Stage stage) const { return impl_->stage_count(stage); }

}  // namespace ioreel
