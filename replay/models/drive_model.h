#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "formats/model/op.h"

namespace ioreel {

/// An I/O as a simulated drive takes it.
struct DriveIo {
  uint64_t tag = 0;    ///< given back with the completion, as is `result`
  int64_t result = 0;  ///< bytes done, or −errno
  uint64_t offset = 0;
  uint64_t length = 0;
  Op op = Op::kRead;
  bool fua = false;
};

struct DriveDone {
  uint64_t tag = 0;
  int64_t time_ns = 0;
  int64_t result = 0;
};

inline constexpr int64_t kNever = std::numeric_limits<int64_t>::max();

/// A drive that is only simulated, as a machine of events on virtual time: what waits inside may be
/// done in another order than it came. The same I/Os at the same times are done at the same times.
/// Each I/O is done exactly once. No allocation an I/O once its queues have grown.
class DriveModel {
 public:
  virtual ~DriveModel() = default;

  /// REQUIRES, as does Advance: `now_ns` ≥ 0 and no earlier than in any call before.
  virtual void Submit(const DriveIo& io, int64_t now_ns) = 0;

  /// When Advance has something to do next; kNever without another Submit.
  virtual int64_t NextEventNs() const = 0;

  /// Goes on to `now_ns`, and appends what was done by then, in order of time.
  virtual void Advance(int64_t now_ns, std::vector<DriveDone>* done) = 0;
};

}  // namespace ioreel
