#pragma once

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace ioreel {

/// How a long job stands, on stderr: on a terminal one line that is written over twice a second,
/// elsewhere a line of its own every ten seconds. Taken off the terminal when it ends. Not
/// thread-safe.
class StatusLine {
 public:
  /// Nothing is shown in the first `quiet_ns` from the first Show on, for jobs that seldom take
  /// long.
  explicit StatusLine(int64_t quiet_ns = 0);
  ~StatusLine() { Clear(); }
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  /// Shows `text` if it is time to. `now_ns` = a monotonic clock's.
  void Show(int64_t now_ns, absl::string_view text);

  /// True when Show would write; for a text that costs something to make.
  bool IsDue(int64_t now_ns) const { return now_ns >= due_ns_; }

  /// Takes the line off the terminal, so that other lines can follow.
  void Clear();

 private:
  const int64_t quiet_ns_;
  const bool terminal_;
  bool begun_ = false;
  bool shown_ = false;
  int64_t due_ns_ = 0;
};

}  // namespace ioreel
