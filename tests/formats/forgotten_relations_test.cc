#include <gtest/gtest.h>

#include "formats/edit/filter_reader.h"
#include "formats/edit/merge_reader.h"
#include "formats/edit/smaller_chunks.h"
#include "formats/edit/split_reader.h"
#include "formats/sort/request_shelf.h"
#include "tests/support/matchers.h"
#include "tests/support/vector_trace.h"
#include "tests/support/whole_trace.h"

/// Edits of traces whose rows relate to requests that stand very far back.

namespace ioreel {
namespace {

constexpr int64_t kLate = 1'000'000'000;

/// A request issued at `issue_ns`, more requests than an edit remembers, and a queued I/O and an
/// event of the first request.
std::unique_ptr<TraceReader> FarBack(int64_t issue_ns) {
  TraceChunk first, between, last;
  first.queued = {{.queue_ns = 0, .length = 8}};
  first.requests = {{.issue_ns = issue_ns, .length = 16}};
  first.links = {{0, 0}};
  for (size_t i = 0; i <= RequestShelf::kRemembered; ++i)
    between.requests.push_back({.issue_ns = static_cast<int64_t>(10 + i), .length = 16});
  last.queued = {{.queue_ns = kLate, .offset = 8, .length = 8}};
  last.links = {{1, 0}};
  last.events = {{.request = 0, .time_ns = kLate, .issue_ns = issue_ns}};
  TraceInfo info;
  info.devices.resize(1);
  return MakeVectorReader(info, {first, between, last});
}

struct Edit {
  const char* name;
  std::unique_ptr<TraceReader> (*make)(std::unique_ptr<TraceReader> source, ImportLog* log);
};

std::unique_ptr<TraceReader> Merged(std::unique_ptr<TraceReader> source, ImportLog* log) {
  MergePart part;
  auto held = std::make_shared<std::unique_ptr<TraceReader>>(std::move(source));
  part.open = [held]() -> absl::StatusOr<std::unique_ptr<TraceReader>> { return std::move(*held); };
  return *MakeMergeReader({part}, log);
}

const Edit kEdits[] = {
    {"merge", Merged},
    {"filter",
     [](auto source, ImportLog* log) {
       return MakeFilterReader(std::move(source), {.ops = {Op::kRead}}, log);
     }},
    {"split",
     [](auto source, ImportLog* log) { return MakeSplitReader(std::move(source), 1024, log); }},
    {"smaller chunks",
     [](auto source, ImportLog* log) {
       return MakeSmallerChunks(
           std::move(source), 1000, [](Op, uint64_t) { return 1; }, log);
     }},
};

TEST(ForgottenRelationsTest, WhatIsLeftOutIsCounted) {
  for (const Edit& edit : kEdits) {
    ImportLog log;
    const auto trace = ReadWhole(*edit.make(FarBack(5), &log));
    ASSERT_THAT(trace, IsOk()) << edit.name;
    EXPECT_EQ(trace->rows.queued.size(), 2u) << edit.name;
    EXPECT_EQ(trace->rows.requests.size(), RequestShelf::kRemembered + 2) << edit.name;
    EXPECT_EQ(trace->rows.links, (std::vector<IoLink>{{0, 0}})) << edit.name;
    ASSERT_NE(FindEntry(log, "forgotten_link"), nullptr) << edit.name;
    EXPECT_EQ(FindEntry(log, "forgotten_link")->count, 1u) << edit.name;
    ASSERT_NE(FindEntry(log, "forgotten_event"), nullptr) << edit.name;
    EXPECT_EQ(FindEntry(log, "forgotten_event")->count, 1u) << edit.name;
  }
}

TEST(ForgottenRelationsTest, ATableThatIsLeftOutIsNotForgotten) {
  ImportLog log;
  const auto trace = ReadWhole(*MakeFilterReader(FarBack(5), {.level = Level::kQueue}, &log));
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->rows.queued.size(), 2u);
  EXPECT_TRUE(trace->rows.links.empty() && log.entries().empty());
}

/// A filter may leave out nearly all of a long trace.
TEST(ForgottenRelationsTest, WhatIsDroppedIsForgottenThoughNothingGoesOut) {
  ImportLog log;
  RequestShelf shelf(&log);
  TraceChunk chunk;
  chunk.requests.resize(RequestShelf::kRemembered);
  for (int64_t i = 0; i < 4; ++i) {
    for (IssuedRequest& request : chunk.requests) request.issue_ns = i;
    shelf.Hold(chunk);
    shelf.Settle(i + 1, [](const RequestShelf::Held&) { return RequestShelf::Fate::kDropped; });
    EXPECT_LE(shelf.size(), 2 * RequestShelf::kRemembered);
  }
}

TEST(ForgottenRelationsTest, ARequestThatIsNotIssuedYetIsRemembered) {
  for (const Edit& edit : kEdits) {
    ImportLog log;
    const auto trace = ReadWhole(*edit.make(FarBack(2 * kLate), &log));
    ASSERT_THAT(trace, IsOk()) << edit.name;
    ASSERT_EQ(trace->rows.links.size(), 2u) << edit.name;
    EXPECT_EQ(trace->rows.links[0].request, trace->rows.links[1].request) << edit.name;
    EXPECT_EQ(trace->rows.requests[trace->rows.links[1].request].issue_ns, 2 * kLate) << edit.name;
    EXPECT_EQ(trace->rows.events.size(), 1u) << edit.name;
    EXPECT_TRUE(log.entries().empty()) << edit.name << ": " << log.entries()[0].explanation;
  }
}

}  // namespace
}  // namespace ioreel
