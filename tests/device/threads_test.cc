#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/support/bio_watch.h"
#include "tests/support/loop_device.h"
#include "tests/support/replays.h"
#include "tests/support/scratch.h"

/// Several threads on one loop device, under the kernel's eyes.

namespace ioreel {
namespace {

using Write = std::pair<uint64_t, uint64_t>;  ///< offset, length

constexpr uint64_t kDeviceBytes = 20 << 20;

std::vector<Write> Sorted(std::vector<Write> writes) {
  std::sort(writes.begin(), writes.end());
  return writes;
}

TEST(ThreadsTest, TheKernelSeesEachIoOnce) {
  const LoopDevice loop(kDeviceBytes);
  SKIP_WITHOUT_LOOP(loop);
  std::vector<Write> expected;
  std::string text = "queue_ns,complete_ns,op,offset_bytes,length_bytes,tid\n";
  for (uint64_t i = 0; i < 3'000; ++i) {
    expected.emplace_back(i * 7919 % 4000 * 4096, 4096 << i % 3);
    absl::StrAppend(&text, i * 100'000, ",", i * 100'000 + 50'000, ",write,", expected[i].first,
                    ",", expected[i].second, ",1\n");
  }
  const std::string trace = ScratchFile("threads.csv", text), out = FreshScratchPath("t.json");
  for (const char* engine : {"io_uring", "libaio", "sync"}) {
    for (const char* mode : {"afap", "timed"}) {
      BioWatch watch(loop.path());
      if (!watch.why_not().empty()) GTEST_SKIP() << watch.why_not();
      const ProgramRun run =
          RunReplay({trace, "--target", loop.path(), "--allow-writes", "--threads", "2", "--engine",
                     engine, "--mode", mode, "--max-lag", "10s", "-o", out});
      ASSERT_TRUE(run.code == 0 || run.code == 4) << run.err;  // a busy machine drifts
      std::vector<Write> seen;
      for (const BioWatch::Bio& bio : watch.Stop()) {
        if (bio.op == Op::kWrite) seen.emplace_back(bio.offset, bio.length);
      }
      EXPECT_EQ(Sorted(seen), Sorted(expected)) << engine << " " << mode;
      EXPECT_EQ(ResultOf(out).repeats.at(0).fidelity.issued, 3'000u);
    }
  }
}

}  // namespace
}  // namespace ioreel
