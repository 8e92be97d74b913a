#include "formats/container/block_order.h"

#include <algorithm>

#include "absl/strings/str_format.h"
#include "base/status_macros.h"

namespace ioreel {
namespace {

absl::Status CheckNumber(const char* what, uint64_t first, std::optional<uint64_t> next,
                         BlockOrder::Gaps gaps) {
  if (!next || first == *next || (first > *next && gaps == BlockOrder::Gaps::kAllow))
    return absl::OkStatus();
  return absl::DataLossError(absl::StrFormat(
      "is out of order: its first %s is %d, but %d comes next", what, first, *next));
}

absl::Status BackInTime(const char* what, uint64_t ordinal, int64_t time_ns, int64_t before_ns) {
  return absl::DataLossError(
      absl::StrFormat("is out of order: %s %d is of %d ns, behind rows of "
                      "%d ns",
                      what, ordinal, time_ns, before_ns));
}

}  // namespace

absl::Status BlockOrder::Take(const BlockRows& block) {
  State next = state_;
  IOREEL_RETURN_IF_ERROR(next.TakeNumbers(block.rows, gaps_));
  IOREEL_RETURN_IF_ERROR(next.TakeTimes(block));
  state_ = next;
  return absl::OkStatus();
}

absl::Status BlockOrder::State::TakeNumbers(const TraceChunk& rows, Gaps gaps) {
  IOREEL_RETURN_IF_ERROR(CheckNumber("queued I/O", rows.first_queued, next_queued, gaps));
  IOREEL_RETURN_IF_ERROR(CheckNumber("request", rows.first_request, next_request, gaps));
  next_queued = rows.first_queued + rows.queued.size();
  next_request = rows.first_request + rows.requests.size();
  return absl::OkStatus();
}

absl::Status BlockOrder::State::TakeTimes(const BlockRows& block) {
  PieceSize from;
  for (const PieceSize& size : block.pieces) {
    IOREEL_RETURN_IF_ERROR(TakePiece(block.rows, from, size));
    from.queued += size.queued;
    from.requests += size.requests;
  }
  return absl::OkStatus();
}

absl::Status BlockOrder::State::TakePiece(const TraceChunk& rows, const PieceSize& from,
                                          const PieceSize& size) {
  int64_t latest_issue_ns = kNoTime;
  for (uint32_t i = from.requests; i < from.requests + size.requests; ++i) {
    const int64_t issue_ns = rows.requests[i].issue_ns;
    if (issue_ns != kNoTime && issue_ns < floor_ns)
      return BackInTime("request", rows.first_request + i, issue_ns, floor_ns);
    latest_issue_ns = std::max(latest_issue_ns, issue_ns);
  }
  for (uint32_t i = from.queued; i < from.queued + size.queued; ++i) {
    const int64_t queue_ns = rows.queued[i].queue_ns;
    if (queue_ns != kNoTime && queue_ns < queued_ns)
      return BackInTime("queued I/O", rows.first_queued + i, queue_ns, queued_ns);
    queued_ns = std::max(queued_ns, queue_ns);
  }
  floor_ns =
      std::max(floor_ns, size.queued > 0 ? rows.queued[from.queued + size.queued - 1].queue_ns
                                         : latest_issue_ns);
  return absl::OkStatus();
}

}  // namespace ioreel
