#pragma once

#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "formats/model/raw_event.h"

/// Lines in which tools print the kernel's block events, and what those of all tools share.

namespace ioreel {

struct KernelLine {
  enum class Kind {
    kOther,       ///< a heading, a summary, a stack, prose
    kOtherEvent,  ///< an event, but none of a block device's stages
    kEvent,
    kLost,  ///< events are missing: raw.event.cpu, and raw.event.length = how many, 0 = unknown
  };
  Kind kind = Kind::kOther;
  RawEvent raw;
  absl::string_view comm;  ///< name of the thread raw.tid, a view of the line; "" = unknown
  bool has_device = true;  ///< plug events have none
  int decimals = 0;        ///< of the seconds in the line
};

/// Reads one line that is not blank into `line`, which is as new.
/// Errors: InvalidArgument for a line that begins as an event and does not go on as one, saying
/// what is wrong.
using ParseKernelLineFn = absl::Status (*)(absl::string_view text, KernelLine* line);

/// blkparse's default text: "8,0 3 1 0.000000000 697 Q W 223490 + 8 [jbd2/sda1-8]", also with -t
/// and, as the ftrace blk tracer's blk_classic prints it, without the sequence number.
absl::Status ParseBlkparseLine(absl::string_view text, KernelLine* line);

/// A line of `perf script`, `trace-cmd report` or ftrace's trace and trace_pipe, with the
/// tracepoints block:* or with the text of the blk tracer.
absl::Status ParseTracepointLine(absl::string_view text, KernelLine* line);

}  // namespace ioreel
