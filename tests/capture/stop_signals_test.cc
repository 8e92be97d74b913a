#include "capture/stop_signals.h"

#include <errno.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/file.h"

namespace ioreel {
namespace {

TEST(StopSignalsTest, NobodyWhoListensIsNoReasonToEnd) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  ScopedFd reading(ends[0]);
  const ScopedFd writing(ends[1]);
  reading.Reset();
  {
    const StopSignals signals;
    EXPECT_EQ(write(writing.get(), "x", 1), -1);
    EXPECT_EQ(errno, EPIPE);
    EXPECT_FALSE(sigismember(&signals.old_mask(), SIGPIPE)) << "the command gets it as ever";
  }
  sigset_t pending;
  sigpending(&pending);
  EXPECT_FALSE(sigismember(&pending, SIGPIPE));
}

TEST(StopSignalsTest, TellsWhichHasCome) {
  StopSignals signals;
  bool from_terminal = true;
  EXPECT_EQ(signals.Take(&from_terminal), 0);
  ASSERT_EQ(pthread_kill(pthread_self(), SIGTERM), 0);
  EXPECT_EQ(signals.Take(&from_terminal), SIGTERM);
  EXPECT_FALSE(from_terminal);
}

}  // namespace
}  // namespace ioreel
