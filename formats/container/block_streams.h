#pragma once

#include <cstdint>
#include <utility>

#include "formats/container/clock_grid.h"
#include "formats/model/io.h"

namespace ioreel {

/// The symbol streams of a block, in the order in which they are stored.
enum BlockStream : int {
  kPieceSizes,
  kProfileFields,  ///< of profiles that are new
  kLiterals,       ///< lengths and CPUs that are new
  kQueuedProfile,
  kQueuedCpu,
  kQueuedLength,
  kOffsetSource,  ///< OffsetForecast's
  kPagesFromStream,
  kPagesFromSuccessor,
  kOffsetInPage,
  kQueueTicks,  ///< from the queue time before
  kLinkQueued,
  kLinkRequest,
  kRequestProfile,
  kRequestCpu,
  kRequestOffset,
  kRequestLength,
  kIssueAfterIssue,        ///< ticks from the issue before
  kIssueAfterQueue,        ///< ticks from the queue time of the last I/O that joined
  kCompleteAfterComplete,  ///< ticks from the completion before
  kCompleteAfterIssue,     ///< ticks from the request's own issue
  kQueuedIssue,
  kQueuedComplete,
  kTimeRemainder,  ///< ns besides the ticks of any time
  kEventFields,
  kBlockStreams
};

/// What rows have in common with many others.
struct Profile {
  uint32_t task = kNoTask;
  int32_t error = 0;
  uint16_t device = 0;
  IoFlags flags = 0;
  Op op = Op::kRead;
  uint8_t priority = 0;

  template <typename Row>
  static Profile Of(const Row& row) {
    return {row.task, row.error, row.device, row.flags, row.op, row.priority};
  }
  template <typename Row>
  void GiveTo(Row& row) const {
    row.task = task;
    row.error = error;
    row.device = device;
    row.flags = flags;
    row.op = op;
    row.priority = priority;
  }

  bool operator==(const Profile&) const = default;
  template <typename H>
  friend H AbslHashValue(H h, const Profile& p) {
    return H::combine(std::move(h), p.task, p.error, p.device, p.flags, p.op, p.priority);
  }
};

/// How the values of a block are scaled; stored in front of its streams.
struct BlockScale {
  ClockGrid clock;
  int unit_shift = 0;  ///< offsets and lengths of queued I/Os are multiples of 1 << unit_shift
};

}  // namespace ioreel
