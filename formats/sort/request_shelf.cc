#include "formats/sort/request_shelf.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/units.h"

namespace ioreel {

void RequestShelf::Hold(const TraceChunk& in) {
  Forget();
  if (held_.empty()) first_held_ = first_unsettled_ = in.first_request;
  for (const IssuedRequest& request : in.requests) {
    turns_.push({request.issue_ns, first_held_ + held_.size()});
    held_.emplace_back().row = request;
  }
  for (const RequestEvent& event : in.events) {
    Held* const held = Find(event.request);
    if (held == nullptr) CountForgotten("event", log_);
    if (held == nullptr || held->state == Held::State::kDropped) continue;
    held->events.push_back(event);
    if (held->state == Held::State::kOut) late_events_.push_back(event.request);
  }
}

RequestShelf::Held* RequestShelf::Find(uint64_t ordinal) {
  const uint64_t place = ordinal - first_held_;
  return ordinal < first_held_ || place >= held_.size() ? nullptr : &held_[place];
}

RequestShelf::Held* RequestShelf::Join(uint64_t request, const QueuedIo& io) {
  Held* const held = Find(request);
  if (held != nullptr && !std::exchange(held->joined, true)) held->task = io.task;
  return held;
}

bool RequestShelf::Link(uint64_t queued, uint64_t request) {
  Held* const held = Find(request);
  if (held == nullptr) {
    CountForgotten("link", log_);
    return true;
  }
  if (held->state == Held::State::kDropped) return false;
  if (held->state == Held::State::kWaits) Choose(request, held);
  links_.push_back({queued, request});
  return true;
}

void RequestShelf::CountForgotten(absl::string_view what, ImportLog* log) {
  log->Add(absl::StrCat("forgotten_", what), ImportLog::Severity::kNotice, "",
           absl::StrCat("left out: the ", what, " of a request that had been issued long before, ",
                        FormatCount(kRemembered), " requests or further back"));
}

void RequestShelf::Choose(uint64_t ordinal, Held* held) {
  held->state = Held::State::kChosen;
  chosen_.push_back(ordinal);
}

void RequestShelf::Drop(Held* held) {
  held->state = Held::State::kDropped;
  held->events.clear();
}

bool RequestShelf::Settle(int64_t floor_ns, absl::FunctionRef<Fate(const Held&)> fate) {
  bool all = true;
  for (; !turns_.empty() && turns_.top().first < floor_ns; turns_.pop()) {
    const uint64_t ordinal = turns_.top().second;
    Held* const held = Find(ordinal);
    if (held->state == Held::State::kWaits) {
      const Fate settled = fate(*held);
      all = settled != Fate::kMustWait;
      if (!all) break;
      if (settled == Fate::kGoesOut)
        Choose(ordinal, held);
      else
        Drop(held);
    }
    held->settled = true;
  }
  const uint64_t end = first_held_ + held_.size();
  while (first_unsettled_ < end && Find(first_unsettled_)->settled) ++first_unsettled_;
  return all;
}

void RequestShelf::Give(absl::FunctionRef<void(IssuedRequest*)> edit, uint64_t* next_request,
                        TraceChunk* out) {
  std::sort(chosen_.begin(), chosen_.end());
  for (const uint64_t ordinal : chosen_) {
    Held* const held = Find(ordinal);
    held->state = Held::State::kOut;
    held->ordinal = (*next_request)++;
    out->requests.push_back(held->row);
    edit(&out->requests.back());
    GiveEvents(held, out);
  }
  chosen_.clear();
  for (const uint64_t ordinal : late_events_) GiveEvents(Find(ordinal), out);
  late_events_.clear();
  for (const IoLink& link : links_)
    out->links.push_back({link.queued, Find(link.request)->ordinal});
  links_.clear();
  Forget();
}

void RequestShelf::GiveEvents(Held* held, TraceChunk* out) {
  for (RequestEvent& event : held->events) {
    event.request = held->ordinal;
    out->events.push_back(event);
  }
  held->events.clear();
}

/// Unless something waits to be given, which may be of what would be forgotten.
void RequestShelf::Forget() {
  if (!chosen_.empty() || !links_.empty() || !late_events_.empty()) return;
  while (held_.size() > kRemembered && first_held_ < first_unsettled_) {
    held_.pop_front();
    ++first_held_;
  }
}

void OrderRelations(TraceChunk* chunk) {
  std::sort(chunk->links.begin(), chunk->links.end(), [](const IoLink& a, const IoLink& b) {
    return std::tie(a.queued, a.request) < std::tie(b.queued, b.request);
  });
  std::stable_sort(
      chunk->events.begin(), chunk->events.end(),
      [](const RequestEvent& a, const RequestEvent& b) { return a.time_ns < b.time_ns; });
}

int64_t LatestIssue(const TraceChunk& chunk) {
  int64_t latest_ns = kNoTime;
  for (const IssuedRequest& request : chunk.requests)
    latest_ns = std::max(latest_ns, request.issue_ns);
  return latest_ns;
}

}  // namespace ioreel
