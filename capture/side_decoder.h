#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "capture/event_format.h"
#include "capture/side_event.h"

namespace ioreel {

/// Turns the bytes of trace events into SideEvents, by the layouts that this kernel's `format`
/// files state.
class SideDecoder {
 public:
  SideDecoder();
  ~SideDecoder();

  /// Takes the text of a `format` file; its event's name says what it becomes.
  /// Errors: InvalidArgument (not a format, an event that is none of ours, a field missing).
  absl::Status AddFormat(absl::string_view text);

  /// nullopt for what is no news: an event of another kind, an I/O whose op blktrace shows.
  std::optional<SideEvent> Decode(int64_t time_ns, absl::string_view bytes) const;

 private:
  struct Rule;
  std::vector<std::unique_ptr<Rule>> rules_;
  std::unique_ptr<EventField> type_;
};

/// The op of a tracepoint's `rwbs` text where blktrace's version 7 records cannot show it
/// (write-zeroes, secure erase, zone ops); nullopt for all others. `sectors` tells the "N" of a
/// write-zeroes from that of an empty request.
std::optional<Op> SpecialOp(absl::string_view rwbs, uint64_t sectors);

}  // namespace ioreel
