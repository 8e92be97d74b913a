#pragma once

#include <cstdint>
#include <vector>

#include "replay/engine.h"
#include "replay/plan/schedule.h"
#include "replay/prime/io_buffers.h"
#include "replay/target.h"

namespace ioreel {

/// The requests that are being done: their parts on the devices, stage by stage, and their memory.
/// One thread; no allocation a request once the vectors have grown.
class InFlight {
 public:
  InFlight(Target* target, IoBuffers* buffers, const std::vector<int>& fds, int depth);

  bool full() const { return free_.empty(); }
  bool empty() const { return free_.size() == requests_.size(); }
  int size() const { return static_cast<int>(requests_.size() - free_.size()); }

  /// Requests that begin with a flush, which is not done yet.
  int opening() const { return opening_; }

  /// Starts the request of `sample` now (its submit_ns): appends the parts of its first stage to
  /// `outbox`, or the sample to `done` if nothing is to be done. False when no memory is left:
  /// nothing has changed. REQUIRES: !full().
  bool Start(const Sample& sample, std::vector<DeviceIo>* outbox, std::vector<Sample>* done);

  /// The part with `tag` went out.
  void Submitted(uint64_t tag, int64_t submit_ns, int64_t submitted_ns);

  /// The part with `tag` found no room in the engine.
  void Held(uint64_t tag) { requests_[tag >> kPartBits].sample.saturated = true; }

  /// A part is complete: appends the parts of the next stage to `outbox`, or the sample of the
  /// step to `done`. `now_ns` = the completion's time from the replay's zero.
  void Completed(const Completion& completion, int64_t now_ns, std::vector<DeviceIo>* outbox,
                 std::vector<Sample>* done);

 private:
  static constexpr int kPartBits = 24;

  struct Request {
    Sample sample;
    std::vector<TargetPart> parts;
    void* buffer = nullptr;
    uint64_t buffer_bytes = 0;
    uint32_t next_part = 0;   ///< first part that has not gone out
    uint32_t stage_left = 0;  ///< parts that are out
    uint32_t needed = 0;      ///< parts that the request is not complete without
    bool submitted = false;
  };

  static bool OpensWithFlush(const Request& request);
  void StartStage(uint32_t index, std::vector<DeviceIo>* outbox);
  void Finish(Request* request, int64_t now_ns, std::vector<Sample>* done);
  void Free(uint32_t index);

  Target* target_;
  IoBuffers* buffers_;
  std::vector<int> fds_;
  std::vector<Request> requests_;
  std::vector<uint32_t> free_;
  int opening_ = 0;
};

}  // namespace ioreel
