#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "replay/engine.h"
#include "replay/engines/worker_pool.h"

namespace ioreel {

/// What the engines on a kernel queue share: when to sleep and when to spin, and threads for the
/// ops that the kernel only does in a blocking call.
class KernelQueue : public Engine {
 public:
  absl::Status Open(const EngineOptions& options) final;
  size_t Submit(absl::Span<const DeviceIo> ios) final;
  size_t Wait(int64_t deadline_ns, std::vector<Completion>* out) final;
  void Rehearse(int64_t until_ns) final;

 protected:
  virtual absl::Status OpenQueue(const EngineOptions& options) = 0;

  /// Whether the queue takes such I/Os; a thread does the others.
  virtual bool Takes(const DeviceIo& io) const;

  /// Hands over a prefix of `ios` (all of which it Takes) and returns how many. An I/O that the
  /// kernel refuses for good counts as handed over and goes to Refuse().
  virtual size_t SubmitToQueue(absl::Span<const DeviceIo> ios) = 0;

  /// Appends what has completed, without waiting; returns how many.
  virtual size_t Reap(int64_t now_ns, std::vector<Completion>* out) = 0;

  /// Sleeps until a completion, until `event_fd` is readable (−1: there is none), or for about
  /// `ns`. A signal may end it early.
  virtual void Sleep(int64_t ns, int event_fd) = 0;

  /// True while spinning on this CPU would hold up I/Os that are in flight.
  virtual bool MustSleep() const { return false; }

  /// True while completions come to those only who look for them.
  virtual bool MustSpin() const { return false; }

  /// Completes `io` with −`error` at the next Wait.
  void Refuse(const DeviceIo& io, int error);

 private:
  size_t Collect(int64_t now_ns, std::vector<Completion>* out);
  int64_t SleepNs(int64_t now_ns, int64_t deadline_ns) const;

  EngineOptions options_;
  int in_flight_ = 0;
  int64_t poll_until_ns_ = 0;
  std::unique_ptr<WorkerPool> workers_;
  std::vector<Completion> refused_;
};

}  // namespace ioreel
