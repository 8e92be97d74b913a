#pragma once

#include <cstdint>
#include <optional>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "formats/etl/event.h"
#include "formats/etl/tasks.h"
#include "formats/sort/io_sorter.h"

namespace ioreel {

/// Makes queued I/Os of disk events in order of time. A completion tells nearly all of its I/O, and
/// with its response time when it began; the initiation before it, found by the address of the
/// kernel's request, which is used again and again, gives the CPU, and what an old completion does
/// not tell. Begun but never completed I/Os have no place on the disk: they are only counted.
class EtlPairer {
 public:
  struct Counts {
    uint64_t unfinished = 0;  ///< initiations without completion
    uint64_t no_start = 0;    ///< completions that do not tell when they began
    uint64_t no_thread = 0;   ///< nor who issued them
    uint64_t zero_length = 0;
  };

  /// Both must outlive it.
  EtlPairer(EtlTasks* tasks, IoSorter* ios) : tasks_(tasks), ios_(ios) {}

  /// REQUIRES: times do not go back. Errors: those of the sorter.
  absl::Status Add(const EtlEvent& event);

  Counts counts() const;

 private:
  struct Begun {
    int64_t time_ns = 0;
    uint32_t tid = kNoEtlThread;
    uint16_t cpu = kNoCpu;
    Op op = Op::kRead;
  };
  using ByIrp = absl::flat_hash_map<uint64_t, Begun>;
  /// Of each of the two tables: beyond it, those that began longest ago are given up.
  static constexpr size_t kMostBegun = 1 << 19;

  void Begin(const EtlEvent& event);
  std::optional<Begun> TakeBegun(const EtlEvent& completion);
  void SetTimes(const EtlEvent& event, const std::optional<Begun>& begun, QueuedIo* io);

  EtlTasks* const tasks_;
  IoSorter* const ios_;
  ByIrp begun_, long_begun_;
  Counts counts_;
};

}  // namespace ioreel
