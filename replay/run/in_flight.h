#pragma once

#include <cstdint>
#include <vector>

#include "replay/engine.h"
#include "replay/plan/schedule.h"
#include "replay/prime/io_buffers.h"
#include "replay/run/claim_queue.h"
#include "replay/run/memory_steps.h"
#include "replay/run/open_flushes.h"
#include "replay/run/sample_log.h"
#include "replay/target.h"
#include "replay/verify/verifier.h"

namespace ioreel {

/// The requests that are being done: their parts on the devices, stage by stage, their memory, and
/// which of them waits for which. One thread; no allocation a request once the vectors have grown.
class InFlight {
 public:
  struct Setup {
    Target* target = nullptr;
    IoBuffers* buffers = nullptr;
    std::vector<int> fds;                   ///< by TargetPart::device
    int depth = 0;                          ///< requests at most
    SampleLog::Writer* part_log = nullptr;  ///< gets a sample of each part; null = nobody asks
    OpenFlushes* open_flushes = nullptr;    ///< hears when a write's flush is done; null = nobody
    VerifierUse verify;
  };
  explicit InFlight(const Setup& setup);

  bool full() const { return free_.empty(); }
  bool empty() const { return free_.size() == requests_.size(); }
  int size() const { return static_cast<int>(requests_.size() - free_.size()); }

  /// Parts that failed when their request was complete without them.
  uint64_t late_errors() const { return late_errors_; }

  /// Requests of which a device got several parts for a part too long.
  const CutCount& cut() const { return cut_; }

  /// Requests that were given up, but of which the engine still holds parts.
  int expired() const { return expired_; }

  /// Gives up the requests that began before `before_ns` and are not over: their samples go to
  /// `done` as failed at `now_ns`, with ETIMEDOUT. What they hold is freed when the engine lets go.
  void Expire(int64_t before_ns, int64_t now_ns, std::vector<Sample>* done);

  /// Starts the request of `sample` now (its submit_ns): appends the parts of its first stage to
  /// `outbox`, or the sample to `done` if nothing is to be done. While an earlier request holds
  /// what it claims, its parts wait. A request of more than 2^24 parts fails with EOVERFLOW. False
  /// when no memory is left: nothing has changed. REQUIRES: !full().
  bool Start(const Sample& sample, std::vector<DeviceIo>* outbox, std::vector<Sample>* done);

  /// The part with `tag` went out.
  void Submitted(uint64_t tag, int64_t submit_ns, int64_t submitted_ns);

  /// The part with `tag` found no room in the engine.
  void Held(uint64_t tag) { requests_[tag >> kPartBits].sample.saturated = true; }

  /// A part is complete: appends what may go out now to `outbox`, and the sample of a step that is
  /// over to `done`. `now_ns` = the completion's time from the replay's zero.
  void Completed(const Completion& completion, int64_t now_ns, std::vector<DeviceIo>* outbox,
                 std::vector<Sample>* done);

 private:
  static constexpr int kPartBits = 24;
  static constexpr size_t kMostParts = size_t{1} << kPartBits;

  struct Request {
    Sample sample;
    MappedIo mapped;
    RequestMemory memory;
    uint64_t buffer_bytes = 0, scratch_bytes = 0;
    std::vector<Sample> part_samples;  ///< by part, where they are asked for
    uint32_t next_part = 0;            ///< first part that has not gone out
    uint32_t stage_left = 0;           ///< parts that are out
    uint32_t needed = 0;               ///< parts that the request is not complete without
    uint64_t mark = 0;                 ///< of Verifier::Begin
    bool submitted = false;
    bool finished = true;     ///< its sample is done; parts in the background may be left
    bool expired = false;     ///< given up
    bool reads_back = false;  ///< a write that is done, and is now read again
  };

  static bool OpensWithFlush(const Request& request);
  void NoteFlushed(const Request& request);
  bool TakeMemory(const BlockIo& io, Request* request);
  void Enter(uint32_t index, const BlockIo& io, int64_t now_ns, std::vector<DeviceIo>* outbox,
             std::vector<Sample>* done);
  void ReadBack(uint32_t index, int64_t now_ns, std::vector<DeviceIo>* outbox,
                std::vector<Sample>* done);
  bool IsToBeReadBack(const Request& request) const;
  void Verify(const Request& request);
  void Begin(uint32_t index, int64_t now_ns, std::vector<DeviceIo>* outbox,
             std::vector<Sample>* done);
  void StartStage(uint32_t index, std::vector<DeviceIo>* outbox);
  void NoteResult(const Completion& completion, const TargetPart& part, int64_t now_ns,
                  Request* request);
  void Finish(Request* request, int64_t now_ns, std::vector<Sample>* done);
  void Wake(int64_t now_ns, std::vector<DeviceIo>* outbox, std::vector<Sample>* done);
  void Free(uint32_t index, int64_t now_ns, std::vector<DeviceIo>* outbox,
            std::vector<Sample>* done);

  Setup setup_;
  const bool needs_scratch_;
  std::vector<Request> requests_;
  std::vector<uint32_t> free_;
  ClaimQueue claims_;
  std::vector<uint32_t> woken_;  ///< requests whose wait for others is over
  uint64_t late_errors_ = 0;
  CutCount cut_;
  int expired_ = 0;
};

}  // namespace ioreel
