#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "replay/models/drive_model.h"

namespace ioreel {

inline DriveIo IoOf(Op op, uint64_t offset, uint64_t length) {
  DriveIo io;
  io.op = op;
  io.offset = offset;
  io.length = length;
  io.result = static_cast<int64_t>(length);
  return io;
}

/// What became of I/Os, in the order in which they were done.
struct DriveRun {
  std::vector<DriveDone> done;
  int64_t end_ns = 0;

  double Iops() const { return static_cast<double>(done.size()) * 1e9 / double(end_ns); }
};

/// Keeps `depth` of `count` I/Os in flight from `start_ns` on; the n-th is `make(n)`, with tag n.
inline DriveRun RunDrive(DriveModel* drive, uint64_t count, uint64_t depth,
                         const std::function<DriveIo(uint64_t)>& make, int64_t start_ns = 0) {
  DriveRun run;
  uint64_t sent = 0;
  int64_t now_ns = start_ns;
  while (run.done.size() < count) {
    for (; sent < count && sent < run.done.size() + depth; ++sent) {
      DriveIo io = make(sent);
      io.tag = sent;
      drive->Submit(io, now_ns);
    }
    now_ns = drive->NextEventNs();
    if (now_ns == kNever) break;  // some are lost
    drive->Advance(now_ns, &run.done);
  }
  run.end_ns = now_ns - start_ns;
  return run;
}

/// Numbers from 0 to `below`, without a pattern, the same each time.
class Places {
 public:
  uint64_t Next(uint64_t below) {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_ % below;
  }

 private:
  uint64_t state_ = 88172645463325252;
};

}  // namespace ioreel
