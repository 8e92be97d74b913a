#pragma once

#include <cstddef>
#include <cstdint>

#include "formats/model/io_flags.h"
#include "formats/model/op.h"
#include "formats/model/time.h"

namespace ioreel {

/// A request to the target as a whole, before the target maps it to devices.
struct BlockIo {
  uint64_t offset = 0;
  uint64_t length = 0;
  uint16_t volume = 0;  ///< which target, where there are several
  Op op = Op::kRead;
  IoFlags flags = 0;  ///< kFua and kPreflush are honoured, the others are advice
};

/// What a step's time hangs on.
enum class Anchor : uint8_t {
  kStart,     ///< the replay's zero
  kIssue,     ///< the parent's submit
  kComplete,  ///< the parent's completion
};

enum class StepKind : uint8_t {
  kIo,
  kPretend,     ///< not done, but takes its recorded time, so that what hangs on it keeps its own
  kCommandEnd,  ///< the recorded command exits here; takes no time
};

inline constexpr uint64_t kNoStep = ~uint64_t{0};

/// One scheduled I/O. It may start at max(not_before, anchor time of the parent + think); all
/// modes are made of these: timed = not_before only, the closed loops = parent + think, as fast
/// as possible = neither (bounded by depth). Steps are numbered from 0 in schedule order;
/// parents point backwards, by less than kStepWindow.
struct Step {
  uint64_t id = 0;
  uint64_t parent = kNoStep;
  int64_t think_ns = 0;             ///< ≥ 0; from the replay's zero for Anchor::kStart
  int64_t not_before_ns = kNoTime;  ///< from the replay's zero; kNoTime = no such bound
  int64_t service_ns = 0;           ///< recorded start to completion; 0 = unknown
  BlockIo io;
  StepKind kind = StepKind::kIo;
  Anchor anchor = Anchor::kStart;
  bool foreground = true;  ///< the application's completion waits for it (not for the writeback
                           ///< after its exit)
};

/// How far back a parent may lie, and how many steps the loop looks at together.
inline constexpr uint64_t kStepWindow = uint64_t{1} << 17;

/// One measured step; times from the replay's zero.
struct Sample {
  uint64_t step = 0;
  int64_t due_ns = 0;        ///< when it might start
  int64_t submit_ns = 0;     ///< handed to the kernel: its share of a batch's submitting call
  int64_t submitted_ns = 0;  ///< that call's return
  int64_t complete_ns = 0;   ///< the last part's completion
  uint64_t offset = 0, length = 0;
  int32_t result = 0;  ///< 0, or −errno
  uint16_t volume = 0;
  Op op = Op::kRead;
  IoFlags flags = 0;
  uint16_t device = 0;     ///< of a part that went to one of several: its index
  bool saturated = false;  ///< waited for room in the target's queue
  bool foreground = true;
  bool slept = false;  ///< the completion was found out of sleep: later than it was by a wake-up
};

/// Where the loop gets its steps: made ahead, pulled in batches, never all at once.
class StepSource {
 public:
  virtual ~StepSource() = default;

  enum class Next { kSteps, kNotYet, kEnd };
  /// The next steps, in order of id, valid until the next call. Never waits: kNotYet when none
  /// has been made.
  struct Batch {
    Next next = Next::kEnd;
    const Step* steps = nullptr;
    size_t count = 0;
  };
  virtual Batch Pull() = 0;

  /// Waits until Pull has something to say, for about `most_ns`. For sources that make steps on
  /// another thread; the others always have.
  virtual void Await(int64_t /*most_ns*/) {}
};

}  // namespace ioreel
