#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "formats/import_log.h"
#include "formats/model/trace.h"

namespace ioreel {

/// The requests of a trace that is being regrouped into other chunks: each is held, known by its
/// ordinal in the source, until it is clear whether and with which chunk it goes out. Keeps the
/// promises of TraceChunk if the source does, and if chunks are cut by its rules: see Settle. Of
/// requests that are settled the last kRemembered are known; what relates to others, which no
/// kernel tells, is left out and counted in the log. Not thread-safe.
class RequestShelf {
 public:
  static constexpr size_t kRemembered = 1 << 18;

  struct Held {
    enum class State : uint8_t { kWaits, kChosen, kOut, kDropped };
    IssuedRequest row;
    std::vector<RequestEvent> events;  ///< until they are out
    uint64_t ordinal = 0;              ///< the new one, once it is out
    uint32_t task = kNoTask;           ///< who queued the first I/O that joined it
    bool joined = false;
    bool settled = false;  ///< no I/O that is still to come can join it
    State state = State::kWaits;
  };

  /// `log` must outlive it.
  explicit RequestShelf(ImportLog* log) : log_(log) {}

  /// Takes the requests and events of the source's next chunk.
  void Hold(const TraceChunk& in);

  /// Notes that `io` joined the request. nullptr for one that is not known any longer.
  Held* Join(uint64_t request, const QueuedIo& io);
  /// `queued`, the new ordinal of an I/O that goes out, joined the request, which goes out with it
  /// at the latest. False when that has been dropped.
  bool Link(uint64_t queued, uint64_t request);

  /// Counts a "link" or an "event" that is left out, because its request is not known any longer.
  static void CountForgotten(absl::string_view what, ImportLog* log);

  enum class Fate { kGoesOut, kDropped, kMustWait };

  /// No queued I/O that is still to come was queued before `floor_ns`, so that none can join what
  /// had been issued by then: settles that in order of issue, as `fate` says, up to the first that
  /// must wait; false when there is one. A chunk may go out when nothing issued before its last
  /// queue_ns waits.
  bool Settle(int64_t floor_ns, absl::FunctionRef<Fate(const Held&)> fate);

  bool has_chosen() const { return !chosen_.empty(); }
  size_t size() const { return held_.size(); }

  /// Moves what was chosen to `out`, numbered from *next_request on, with events and links; the
  /// caller orders these.
  void Give(absl::FunctionRef<void(IssuedRequest*)> edit, uint64_t* next_request, TraceChunk* out);

 private:
  Held* Find(uint64_t ordinal);
  void Choose(uint64_t ordinal, Held* held);
  static void Drop(Held* held);
  static void GiveEvents(Held* held, TraceChunk* out);
  void Forget();

  using Turn = std::pair<int64_t, uint64_t>;  ///< issue_ns, ordinal

  ImportLog* log_;
  std::deque<Held> held_;  ///< by the source's ordinal, without gaps
  uint64_t first_held_ = 0;
  std::priority_queue<Turn, std::vector<Turn>, std::greater<>> turns_;  ///< of the unsettled
  uint64_t first_unsettled_ = 0;
  std::vector<uint64_t> chosen_;       ///< ordinals of the source
  std::vector<uint64_t> late_events_;  ///< requests that are out and have had a further event
  std::vector<IoLink> links_;          ///< new ordinal of the I/O, the source's of the request
};

/// Brings links and events of a chunk into the order that TraceChunk wants.
void OrderRelations(TraceChunk* chunk);

/// The latest issue_ns; kNoTime when none is known.
int64_t LatestIssue(const TraceChunk& chunk);

}  // namespace ioreel
