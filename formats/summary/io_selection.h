#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "formats/level_reader.h"
#include "formats/model/trace_info.h"

namespace ioreel {

/// Which I/Os of a trace are replayed.
struct IoSelection {
  uint32_t task_classes = ~0u;  ///< one bit each: 1 << TaskClass
  std::vector<bool> devices;    ///< by index of TraceInfo::devices: which; empty = all
  int64_t from_ns = kNoTime;    ///< trace time; those that start before are left out; kNoTime = the
                                ///< start of the trace's command, if it has one
  int64_t to_ns = kNoTime;      ///< those that start at or after it are left out
};

/// What is replayed of a trace unless told otherwise: of a recorded command what it did and what
/// was done for it, else all.
IoSelection DefaultSelection(const TraceInfo& info);

/// Trace time from which on I/Os are taken; kNoTime = all.
int64_t FirstNs(const IoSelection& selection, const TraceInfo& info);

/// Chooses, and counts what is left out: also what cannot be replayed at all. I/Os of unknown tasks
/// are of the class "other".
class IoSelector {
 public:
  explicit IoSelector(const IoSelection& selection) : selection_(selection) {}

  bool Takes(const Io& io, const TraceInfo& info) {
    uint64_t* const reason = WhyNot(io, info);
    if (reason != nullptr) ++*reason;
    return reason == nullptr;
  }

  /// Counts by reason, each as docs/result_format.md lists it.
  std::map<std::string, uint64_t> left_out() const;

 private:
  uint64_t* WhyNot(const Io& io, const TraceInfo& info);

  IoSelection selection_;
  std::array<uint64_t, 5> by_class_{};
  std::array<uint64_t, kOpCount> by_op_{}, empty_{};
  uint64_t by_device_ = 0, before_ = 0, before_command_ = 0, after_ = 0;
};

}  // namespace ioreel
