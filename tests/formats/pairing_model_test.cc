// A small block layer that merges, splits, requeues and completes at random tells the pairer what
// it does, and knows what must come out.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

#include "formats/pairing/request_pairer.h"
#include "formats/sort/issue_order.h"
#include "tests/support/matchers.h"

namespace ioreel {
namespace {

struct Piece {
  size_t queued;
  uint64_t offset, length;
};

struct ModelRequest {
  uint64_t offset = 0, length = 0, done = 0;
  Op op = Op::kRead;
  std::vector<Piece> pieces;
  int64_t issue_ns = kNoTime, complete_ns = kNoTime;

  uint64_t end() const { return offset + length; }
};

class BlockLayer {
 public:
  explicit BlockLayer(uint32_t seed) : random_(seed) {}

  void Run(int steps) {
    for (int i = 0; i < steps; ++i) {
      switch (Below(5)) {
        case 0:
        case 1:
          Queue();
          break;
        case 2:
          if (!waiting_.empty()) Issue();
          break;
        default:
          if (!in_flight_.empty()) End();
      }
    }
    while (!waiting_.empty() || !in_flight_.empty()) {
      while (!waiting_.empty()) Issue();
      End();
    }
    std::sort(requests.begin(), requests.end(),
              [](const auto& a, const auto& b) { return a.issue_ns < b.issue_ns; });
  }

  std::vector<StageEvent> events;
  std::vector<QueuedIo> queued;         ///< in queue order
  std::vector<IssuedRequest> requests;  ///< in order of issue
  uint64_t requeues = 0, partials = 0;

 private:
  uint64_t Below(uint64_t n) { return random_() % n; }

  StageEvent& Say(Stage stage, Op op, uint64_t offset, uint64_t length) {
    now_ += 1 + static_cast<int64_t>(Below(3));
    events.push_back(
        {.time_ns = now_, .offset = offset, .length = length, .stage = stage, .op = op});
    return events.back();
  }

  /// A free place, so that truth is one: nothing else in flight overlaps it.
  void Queue() {
    const Op op = Below(2) ? Op::kRead : Op::kWrite;
    const uint64_t length = 8 * (1 + Below(4));
    uint64_t offset = 8 * Below(400);
    if (!waiting_.empty() && Below(2)) {  // try to touch another
      const ModelRequest& other = waiting_[Below(waiting_.size())];
      offset = Below(2) || other.offset < length ? other.end() : other.offset - length;
    }
    const auto overlaps = [&](const ModelRequest& r) {
      return r.op == op && offset < r.end() && r.offset < offset + length;
    };
    if (std::any_of(waiting_.begin(), waiting_.end(), overlaps) ||
        std::any_of(in_flight_.begin(), in_flight_.end(), overlaps)) {
      return;
    }
    Say(Stage::kQueued, op, offset, length);
    queued.push_back({.queue_ns = now_, .offset = offset, .length = length, .op = op});
    left_.push_back(length);
    const uint64_t first = length > 8 && Below(4) == 0 ? 8 * (1 + Below(length / 8 - 1)) : length;
    Insert(op, {queued.size() - 1, offset, first});
    if (first < length) Insert(op, {queued.size() - 1, offset + first, length - first});
  }

  /// Merges a new request into one that touches it, at times.
  void Insert(Op op, const Piece& piece) {
    const uint64_t end = piece.offset + piece.length;
    for (ModelRequest& other : waiting_) {
      if (other.op != op || other.issue_ns != kNoTime || Below(3) == 0) continue;
      if (other.end() != piece.offset && end != other.offset) continue;
      other.offset = std::min(other.offset, piece.offset);
      other.length += piece.length;
      other.pieces.push_back(piece);
      return;
    }
    waiting_.push_back(
        {.offset = piece.offset, .length = piece.length, .op = op, .pieces = {piece}});
  }

  void Issue() {
    const size_t index = Below(waiting_.size());
    ModelRequest request = waiting_[index];
    waiting_.erase(waiting_.begin() + static_cast<ptrdiff_t>(index));
    Say(Stage::kIssued, request.op, request.offset + request.done, request.length - request.done);
    request.issue_ns = now_;
    in_flight_.push_back(request);
  }

  void End() {
    const size_t index = Below(in_flight_.size());
    ModelRequest& request = in_flight_[index];
    const uint64_t rest = request.length - request.done, from = request.offset + request.done;
    const uint64_t kind = Below(6);
    if (kind == 0) {
      Say(Stage::kRequeued, request.op, from, rest);
      ++requeues;
      waiting_.push_back(request);
    } else if (kind == 1 && rest > 8) {
      const uint64_t bytes = 8 * (1 + Below(rest / 8 - 1));
      Say(Stage::kCompleted, request.op, from, bytes);
      ++partials;
      Complete(request, from, bytes);
      request.done += bytes;
      return;
    } else {
      Say(Stage::kCompleted, request.op, from, rest);
      Complete(request, from, rest);
      requests.push_back({.issue_ns = request.issue_ns,
                          .complete_ns = now_,
                          .offset = request.offset,
                          .length = request.length,
                          .op = request.op});
    }
    in_flight_.erase(in_flight_.begin() + static_cast<ptrdiff_t>(index));
  }

  void Complete(const ModelRequest& request, uint64_t offset, uint64_t length) {
    for (const Piece& piece : request.pieces) {
      QueuedIo& io = queued[piece.queued];
      const uint64_t from = std::max(piece.offset, offset);
      const uint64_t to = std::min(piece.offset + piece.length, offset + length);
      if (from < to) left_[piece.queued] -= to - from;
      if (from < to && left_[piece.queued] == 0) io.complete_ns = now_;
      const bool whole = offset + length == request.end();
      if (whole && (io.issue_ns == kNoTime || request.issue_ns < io.issue_ns)) {
        io.issue_ns = request.issue_ns;
      }
    }
  }

  std::mt19937 random_;
  int64_t now_ = 0;
  std::vector<uint64_t> left_;
  std::vector<ModelRequest> waiting_, in_flight_;
};

struct Paired {
  std::vector<QueuedIo> queued;
  std::vector<IssuedRequest> requests;
  uint64_t links = 0, requeues = 0, partials = 0;
};

/// Takes rows every `period` events and checks what TraceChunk promises.
Paired Pair(const std::vector<StageEvent>& events, size_t period, size_t max_rows) {
  RequestPairer pairer({.origin_ns = 0});
  Paired paired;
  IssueOrder order;
  TraceChunk chunk;
  const auto take = [&](bool flush) {
    while (pairer.Take(max_rows, flush, &chunk)) {
      EXPECT_EQ(chunk.first_queued, paired.queued.size());
      EXPECT_EQ(chunk.first_request, paired.requests.size());
      EXPECT_LE(chunk.queued.size(), max_rows);
      EXPECT_THAT(order.Add(chunk), IsOk());
      paired.queued.insert(paired.queued.end(), chunk.queued.begin(), chunk.queued.end());
      paired.requests.insert(paired.requests.end(), chunk.requests.begin(), chunk.requests.end());
      paired.links += chunk.links.size();
      for (const RequestEvent& event : chunk.events) {
        ++(event.kind == RequestEvent::Kind::kRequeue ? paired.requeues : paired.partials);
      }
      chunk.Clear();
    }
  };
  for (size_t i = 0; i < events.size(); ++i) {
    pairer.Add(events[i]);
    if (i % period == 0) take(false);
  }
  take(true);
  EXPECT_EQ(pairer.counts().orphan_completions, 0u);
  EXPECT_EQ(pairer.counts().unfinished, 0u);
  std::sort(paired.requests.begin(), paired.requests.end(),
            [](const auto& a, const auto& b) { return a.issue_ns < b.issue_ns; });
  return paired;
}

TEST(PairingModelTest, WhatTheBlockLayerDidComesOut) {
  for (uint32_t seed = 0; seed < 300; ++seed) {
    BlockLayer layer(seed);
    layer.Run(400);
    for (const auto& [period, rows] : {std::pair<size_t, size_t>{1, 1}, {7, 3}, {100000, 1000}}) {
      const Paired paired = Pair(layer.events, period, rows);
      ASSERT_TRUE(paired.queued == layer.queued) << "seed " << seed;
      ASSERT_TRUE(paired.requests == layer.requests) << "seed " << seed;
      EXPECT_EQ(paired.requeues, layer.requeues);
      EXPECT_EQ(paired.partials, layer.partials);
    }
  }
}

/// Any events whatever: no crash, every queued I/O once, the chunks in order.
TEST(PairingModelTest, NonsenseLosesNothing) {
  constexpr Stage kStages[] = {Stage::kQueued, Stage::kIssued, Stage::kCompleted, Stage::kRequeued};
  constexpr Op kOps[] = {Op::kRead, Op::kWrite, Op::kDiscard, Op::kFlush, Op::kPassthrough};
  constexpr IoFlags kFlags[] = {0, kFua, kPreflush, kPreflush | kFua, kSync};
  for (uint32_t seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    RequestPairer pairer({.hold_back = 1 + random() % 50, .origin_ns = 0});
    IssueOrder order;
    uint64_t queued_in = 0, queued_out = 0, issued = 0, requests_out = 0;
    TraceChunk chunk;
    const auto take = [&](bool flush) {
      while (pairer.Take(8, flush, &chunk)) {
        ASSERT_THAT(order.Add(chunk), IsOk()) << "seed " << seed;
        queued_out += chunk.queued.size();
        requests_out += chunk.requests.size();
        chunk.Clear();
      }
    };
    for (int64_t time = 0; time < 500; ++time) {
      StageEvent event{.time_ns = time,
                       .offset = 8 * (random() % 12),
                       .length = 8 * (random() % 5),
                       .device = static_cast<uint16_t>(random() % 2),
                       .stage = kStages[random() % 4],
                       .op = kOps[random() % 5],
                       .flags = kFlags[random() % 5]};
      if (random() % 200 == 0) event.stage = Stage::kLost;
      queued_in += event.stage == Stage::kQueued;
      issued += event.stage == Stage::kIssued;
      pairer.Add(event);
      if (random() % 4 == 0) take(false);
    }
    take(true);
    EXPECT_EQ(queued_out, queued_in);
    EXPECT_LE(requests_out, issued);
  }
}

}  // namespace
}  // namespace ioreel
