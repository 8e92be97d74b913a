#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/pairing/request_pairer.h"
#include "tests/support/pairing_text.h"

/// How flushes, and writes that flush or write through, pair.

namespace ioreel {
namespace {

using ::testing::ElementsAre;

TEST(RequestPairerFlushTest, FlushedWriteEndsAtItsEmptyCompletion) {
  // Preflush, data and postflush of a device without FUA, as the kernel does it.
  EXPECT_THAT(PairText(R"(Q FWFSM 100+8
                          D FN 0+0
                          C FN 0+0
                          D WSM 100+8
                          C WSM 100+8
                          D FN 0+0
                          C FN 0+0
                          C WSM 100+0)"),
              ElementsAre("q0 FWFSM 100+8 q=0 i=3 c=7", "r0 N 0+0 i=1 c=2", "r1 WSM 100+8 i=3 c=4",
                          "r2 N 0+0 i=5 c=6", "q0-r1"));
}

TEST(RequestPairerFlushTest, FuaThatTheDriverDoesEndsWithTheData) {
  EXPECT_THAT(PairText(R"(Q WFS 0+8
                          D WFS 0+8
                          C WFS 0+8)"),
              ElementsAre("q0 WFS 0+8 q=0 i=1 c=2", "r0 WFS 0+8 i=1 c=2", "q0-r0"));
}

TEST(RequestPairerFlushTest, EmptyFlushesEndInTheirOrder) {
  EXPECT_THAT(PairText(R"(Q FWS 0+0
                          Q FWS 0+0
                          D FN 0+0
                          C FN 0+0
                          C WS 0+0
                          C RS 0+0)"),
              ElementsAre("q0 NS 0+0 q=0 i=? c=4", "q1 NS 0+0 q=1 i=? c=5", "r0 N 0+0 i=2 c=3"));
}

TEST(RequestPairerFlushTest, AtOnePlaceFlagsTellTheFlushFromTheFlushedWrite) {
  const auto rows = PairText(R"(Q FWS 0+0
                                Q FWFSM 0+8
                                D WSM 0+8
                                C WSM 0+8
                                C WS 0+0
                                C WSM 0+0)");
  EXPECT_EQ(rows[0], "q0 NS 0+0 q=0 i=? c=4");
  EXPECT_EQ(rows[1], "q1 FWFSM 0+8 q=1 i=2 c=5");
}

TEST(RequestPairerFlushTest, WithoutEmptyCompletionsTheDataIsTheEnd) {
  RequestPairer::Counts counts;
  EXPECT_THAT(PairText(R"(Q FWF 0+8
                          D W 0+8
                          C W 0+8)",
                       &counts),
              ElementsAre("q0 FWF 0+8 q=0 i=1 c=2", "r0 W 0+8 i=1 c=2", "q0-r0"));
  EXPECT_EQ(counts.unfinished, 0u);
}

TEST(RequestPairerFlushTest, ScsiCompletesNothingBeforeItGivesUp) {
  EXPECT_THAT(PairText(R"(Q RA 8+8
                          Q FWS 0+0
                          D RA 8+8
                          C RA 8+0
                          C RA 8+8 error=5
                          C WS 0+0)"),
              ElementsAre("q0 RA 8+8 q=0 i=2 c=4 error=5", "q1 NS 0+0 q=1 i=? c=5",
                          "r0 RA 8+8 i=2 c=4 error=5", "q0-r0", "r0 partial t=3 i=2 n=0"));
}

}  // namespace
}  // namespace ioreel
