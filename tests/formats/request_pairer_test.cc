#include "formats/pairing/request_pairer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/pairing_text.h"

namespace ioreel {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(RequestPairerTest, OneIo) {
  EXPECT_THAT(PairText(R"(Q WS 0+8
                          G WS 0+8
                          D WS 0+8
                          C WS 0+8)"),
              ElementsAre("q0 WS 0+8 q=0 i=2 c=3", "r0 WS 0+8 i=2 c=3", "q0-r0"));
}

TEST(RequestPairerTest, MergedIosShareOneRequest) {
  // Two latencies, none above that of the request plus the time in the queue.
  EXPECT_THAT(PairText(R"(Q W 8+8
                          Q W 16+8
                          M W 16+8
                          Q W 0+8
                          F W 0+8
                          D W 0+24
                          C W 0+24)"),
              ElementsAre("q0 W 8+8 q=0 i=5 c=6", "q1 W 16+8 q=1 i=5 c=6", "q2 W 0+8 q=3 i=5 c=6",
                          "r0 W 0+24 i=5 c=6", "q0-r0", "q1-r0", "q2-r0"));
}

TEST(RequestPairerTest, MergeEventsAreNotNeeded) {
  EXPECT_THAT(PairText(R"(Q W 0+8
                          Q W 8+8
                          D W 0+16
                          C W 0+16)"),
              ElementsAre("q0 W 0+8 q=0 i=2 c=3", "q1 W 8+8 q=1 i=2 c=3", "r0 W 0+16 i=2 c=3",
                          "q0-r0", "q1-r0"));
}

TEST(RequestPairerTest, ASplitIoEndsWithItsLastPart) {
  EXPECT_THAT(PairText(R"(Q R 0+24
                          X R 0+16
                          D R 0+16
                          D R 16+8
                          C R 16+8
                          C R 0+16 error=5)"),
              ElementsAre("q0 R 0+24 q=0 i=2 c=5 error=5", "r0 R 0+16 i=2 c=5 error=5",
                          "r1 R 16+8 i=3 c=4", "q0-r0", "q0-r1"));
}

TEST(RequestPairerTest, TheSecondPartMayGoFirst) {
  EXPECT_THAT(PairText(R"(Q R 0+16
                          D R 8+8
                          D R 0+8
                          C R 0+8
                          C R 8+8)"),
              ElementsAre("q0 R 0+16 q=0 i=1 c=4", "r0 R 8+8 i=1 c=4", "r1 R 0+8 i=2 c=3", "q0-r0",
                          "q0-r1"));
}

TEST(RequestPairerTest, ThePartOfASplitMayBeMerged) {
  EXPECT_THAT(PairText(R"(Q W 0+16
                          Q W 16+8
                          D W 0+8
                          D W 8+16
                          C W 0+8
                          C W 8+16)"),
              ElementsAre("q0 W 0+16 q=0 i=2 c=5", "q1 W 16+8 q=1 i=3 c=5", "r0 W 0+8 i=2 c=4",
                          "r1 W 8+16 i=3 c=5", "q0-r0", "q0-r1", "q1-r1"));
}

TEST(RequestPairerTest, DirectionsAndDevicesDoNotPair) {
  RequestPairer::Counts counts;
  EXPECT_THAT(PairText(R"(Q R 0+8
                          Q W 0+8
                          Q W 0+8 dev=1
                          D W 0+8
                          C R 0+16
                          C W 0+8)",
                       &counts),
              ElementsAre("q0 R 0+8 q=0 i=? c=?", "q1 W 0+8 q=1 i=3 c=5", "q2 W 0+8 q=2 i=? c=?",
                          "r0 W 0+8 i=3 c=5", "q1-r0"));
  EXPECT_EQ(counts.orphan_completions, 1u);
  EXPECT_EQ(counts.unfinished, 2u);
}

TEST(RequestPairerTest, IdenticalOnesPairOldestFirst) {
  EXPECT_THAT(PairText(R"(Q R 0+8
                          Q R 0+8
                          D R 0+8
                          D R 0+8
                          C R 0+8
                          C R 0+8)"),
              ElementsAre("q0 R 0+8 q=0 i=2 c=4", "q1 R 0+8 q=1 i=3 c=5", "r0 R 0+8 i=2 c=4",
                          "r1 R 0+8 i=3 c=5", "q0-r0", "q1-r1"));
}

TEST(RequestPairerTest, ALostEventDoesNotShiftTheLaterOnesAtItsPlace) {
  // The issue of the first, and later a completion, were lost without a word.
  EXPECT_THAT(PairText(R"(Q W 0+8 t=0
                          Q W 0+8 t=100000000
                          D W 0+8 t=100001000
                          C W 0+8 t=100200000
                          D R 8+8 t=200000000
                          D R 8+8 t=300000000
                          C R 8+8 t=300010000)"),
              ElementsAre("q0 W 0+8 q=0 i=? c=?", "q1 W 0+8 q=100000000 i=100001000 c=100200000",
                          "r0 W 0+8 i=100001000 c=100200000", "r1 R 8+8 i=200000000 c=?",
                          "r2 R 8+8 i=300000000 c=300010000", "q1-r0"));
}

TEST(RequestPairerTest, OfSeveralAtOnePlaceTheEquallyLongOnePairs) {
  EXPECT_THAT(PairText(R"(Q R 0+16
                          Q R 0+8
                          D R 0+8
                          C R 0+8
                          D R 0+16
                          C R 0+16)"),
              ElementsAre("q0 R 0+16 q=0 i=4 c=5", "q1 R 0+8 q=1 i=2 c=3", "r0 R 0+8 i=2 c=3",
                          "r1 R 0+16 i=4 c=5", "q0-r1", "q1-r0"));
}

TEST(RequestPairerTest, PartialCompletionsAreKept) {
  EXPECT_THAT(PairText(R"(Q R 0+8
                          Q R 8+8
                          D R 0+16
                          C R 0+12
                          C R 12+4)"),
              ElementsAre("q0 R 0+8 q=0 i=2 c=3", "q1 R 8+8 q=1 i=2 c=4", "r0 R 0+16 i=2 c=4",
                          "q0-r0", "q1-r0", "r0 partial t=3 i=2 n=12"));
}

TEST(RequestPairerTest, RequeueIssuesTheSameRequestAgain) {
  EXPECT_THAT(
      PairText(R"(Q W 0+8
                          D W 0+8
                          R W 0+8
                          D W 0+8
                          C W 0+8)"),
      ElementsAre("q0 W 0+8 q=0 i=3 c=4", "r0 W 0+8 i=3 c=4", "q0-r0", "r0 requeue t=2 i=1 n=8"));
}

TEST(RequestPairerTest, RequeueAfterAPartialCompletionIssuesTheRest) {
  EXPECT_THAT(PairText(R"(Q W 0+16
                          D W 0+16
                          C W 0+8
                          R W 8+8
                          D W 8+8
                          C W 8+8)"),
              ElementsAre("q0 W 0+16 q=0 i=4 c=5", "r0 W 0+16 i=4 c=5", "q0-r0",
                          "r0 partial t=2 i=1 n=8", "r0 requeue t=3 i=1 n=8"));
}

TEST(RequestPairerTest, ARequeuedRequestMayGrowSwallowAndShrink) {
  EXPECT_THAT(PairText(R"(Q W 0+8
                          Q W 8+8
                          D W 0+8
                          D W 8+8
                          R W 8+8
                          R W 0+8
                          Q W 16+8
                          D W 0+24
                          C W 0+24)"),
              ElementsAre("q0 W 0+8 q=0 i=7 c=8", "q1 W 8+8 q=1 i=7 c=8", "q2 W 16+8 q=6 i=7 c=8",
                          "r0 W 0+24 i=7 c=8", "q0-r0", "q1-r0", "q2-r0", "r0 requeue t=4 i=3 n=8",
                          "r0 requeue t=5 i=2 n=8"));
  EXPECT_THAT(PairText(R"(Q W 0+16
                          D W 0+16
                          R W 0+16
                          D W 0+8
                          D W 8+8
                          C W 0+8
                          C W 8+8)"),
              ElementsAre("q0 W 0+16 q=0 i=3 c=6", "r0 W 0+8 i=3 c=5", "r1 W 8+8 i=4 c=6", "q0-r0",
                          "q0-r1", "r0 requeue t=2 i=1 n=16"));
}

TEST(RequestPairerTest, BioBasedDevicesHaveNoRequests) {
  EXPECT_THAT(
      PairText(R"(Q W 0+16
                          Q FWF 32+8
                          Q FW 0+0
                          C W 8+8
                          C W 0+8
                          C FWF 32+8
                          C FW 0+0)"),
      ElementsAre("q0 W 0+16 q=0 i=? c=4", "q1 FWF 32+8 q=1 i=? c=5", "q2 N 0+0 q=2 i=? c=6"));
}

TEST(RequestPairerTest, DmCompletesTheRestOfASplitOnly) {
  EXPECT_THAT(PairText(R"(Q R 0+40
                          Q R 16+8
                          X R 16+24 rest=16
                          X R 32+8 rest=32
                          C R 16+8
                          C R 32+8)"),
              ElementsAre("q0 R 0+40 q=0 i=? c=5", "q1 R 16+8 q=1 i=? c=4"));
}

TEST(RequestPairerTest, BioBasedDriversMayCompleteAtTheEnd) {
  EXPECT_THAT(PairText(R"(Q W 0+16
                          C W 16+0)"),
              ElementsAre("q0 W 0+16 q=0 i=? c=1"));
}

TEST(RequestPairerTest, IssueAndCompleteAlone) {
  RequestPairer::Counts counts;
  EXPECT_THAT(PairText(R"(D W 0+8
                          D R 8+8
                          D FN 0+0
                          C R 8+8
                          C FN 0+0
                          C WS 0+0
                          C W 0+8)",
                       &counts),
              ElementsAre("r0 W 0+8 i=0 c=6", "r1 R 8+8 i=1 c=3", "r2 N 0+0 i=2 c=4"));
  EXPECT_EQ(counts.orphan_completions, 0u);
}

TEST(RequestPairerTest, QueueAlone) {
  RequestPairer::Counts counts;
  EXPECT_THAT(PairText("Q W 0+8\nQ R 8+8", &counts),
              ElementsAre("q0 W 0+8 q=0 i=? c=?", "q1 R 8+8 q=1 i=? c=?"));
  EXPECT_EQ(counts.unfinished, 2u);
}

TEST(RequestPairerTest, ACompletionFromBeforeEndsNothingElse) {
  RequestPairer::Counts counts;
  EXPECT_THAT(PairText(R"(Q R 0+8
                          D R 0+8
                          Q W 64+16
                          C W 72+8
                          D W 64+16
                          C W 64+16
                          C R 0+8)",
                       &counts),
              ElementsAre("q0 R 0+8 q=0 i=1 c=6", "q1 W 64+16 q=2 i=4 c=5", "r0 R 0+8 i=1 c=6",
                          "r1 W 64+16 i=4 c=5", "q0-r0", "q1-r1"));
  EXPECT_EQ(counts.orphan_completions, 1u);
}

TEST(RequestPairerTest, DriverCommandsPairInOrder) {
  EXPECT_THAT(PairText(R"(D P 0+512
                          D P 0+0
                          C P 0+96
                          C P 0+0)"),
              ElementsAre("r0 P 0+512 i=0 c=2", "r1 P 0+0 i=1 c=3"));
}

TEST(RequestPairerTest, ARequestTakesItsOpFromTheQueuedIo) {
  EXPECT_THAT(PairText(R"(Q Z 0+800
                          D W 0+800
                          C W 0+800)"),
              ElementsAre("q0 Z 0+800 q=0 i=1 c=2", "r0 Z 0+800 i=1 c=2", "q0-r0"));
}

TEST(RequestPairerTest, MergedDiscardsNeedNotTouch) {
  EXPECT_THAT(PairText(R"(Q D 0+8
                          Q D 100+16
                          Q D 300+8
                          D D 0+24
                          C D 0+24)"),
              ElementsAre("q0 D 0+8 q=0 i=3 c=4", "q1 D 100+16 q=1 i=3 c=4",
                          "q2 D 300+8 q=2 i=? c=?", "r0 D 0+24 i=3 c=4", "q0-r0", "q1-r0"));
}

TEST(RequestPairerTest, NothingPairsAcrossAGap) {
  RequestPairer::Counts counts;
  EXPECT_THAT(PairText(R"(Q W 0+8
                          D W 0+8
                          Q FWF 64+8
                          D W 64+8
                          C W 64+8
                          lost
                          C W 0+8
                          C W 64+0
                          Q W 0+8
                          D W 0+8
                          C W 0+8)",
                       &counts),
              ElementsAre("q0 W 0+8 q=0 i=1 c=?", "q1 FWF 64+8 q=2 i=3 c=4",
                          "q2 W 0+8 q=8 i=9 c=10", "r0 W 0+8 i=1 c=?", "r1 W 64+8 i=3 c=4",
                          "r2 W 0+8 i=9 c=10", "q0-r0", "q1-r1", "q2-r2"));
  EXPECT_EQ(counts.orphan_completions, 2u);
  EXPECT_EQ(counts.unfinished, 1u);
}

TEST(RequestPairerTest, RowsWaitForTheHeadAndHoldBackBoundsThem) {
  RequestPairer pairer({.hold_back = 2});
  TraceChunk chunk;
  const auto add = [&](const std::string& text, int64_t time) {
    StageEvent event = ParseEvents(text)[0];
    event.time_ns = time;
    pairer.Add(event);
  };
  add("Q R 0+8", 0);
  add("Q R 8+8", 1);
  add("C R 8+8", 2);
  EXPECT_FALSE(pairer.Take(10, false, &chunk));  // the first one may still complete
  add("Q R 16+8", 3);
  ASSERT_TRUE(pairer.Take(10, false, &chunk));
  EXPECT_THAT(RowsText(chunk), ElementsAre("q0 R 0+8 q=0 i=? c=?", "q1 R 8+8 q=1 i=? c=2"));
  EXPECT_EQ(pairer.counts().given_up, 1u);
  add("C R 0+8", 4);  // too late
  EXPECT_EQ(pairer.counts().orphan_completions, 1u);
  chunk.Clear();
  EXPECT_TRUE(pairer.Take(10, true, &chunk));
  EXPECT_THAT(RowsText(chunk), ElementsAre("q2 R 16+8 q=3 i=? c=?"));
  EXPECT_EQ(pairer.counts().unfinished, 1u);
  chunk.Clear();
  EXPECT_FALSE(pairer.Take(10, true, &chunk));
}

TEST(RequestPairerTest, ALateMergeNamesTheRequestOfAnEarlierChunk) {
  RequestPairer pairer({});
  for (const StageEvent& event : ParseEvents(R"(Q R 0+8
                                                Q R 8+8
                                                D R 0+16
                                                C R 0+16)")) {
    pairer.Add(event);
  }
  TraceChunk chunk;
  ASSERT_TRUE(pairer.Take(1, false, &chunk));
  EXPECT_THAT(RowsText(chunk), ElementsAre("q0 R 0+8 q=0 i=2 c=3", "r0 R 0+16 i=2 c=3", "q0-r0"));
  chunk.Clear();
  ASSERT_TRUE(pairer.Take(1, false, &chunk));
  EXPECT_THAT(RowsText(chunk), ElementsAre("q1 R 8+8 q=1 i=2 c=3", "q1-r0"));
}

TEST(RequestPairerTest, TimesCountFromTheOrigin) {
  RequestPairer pairer({.origin_ns = 1000});
  StageEvent event;
  event.time_ns = 900;
  pairer.Add(event);
  TraceChunk chunk;
  pairer.Take(1, true, &chunk);
  EXPECT_EQ(chunk.queued[0].queue_ns, -100);
  EXPECT_EQ(chunk.queued[0].complete_ns, kNoTime);
  EXPECT_EQ(pairer.origin_ns(), 1000);
}

}  // namespace
}  // namespace ioreel
