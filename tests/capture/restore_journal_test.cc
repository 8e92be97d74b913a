#include "capture/restore_journal.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/capture/fake_kernel.h"
#include "tests/support/matchers.h"

namespace ioreel {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class RestoreJournalTest : public testing::Test {
 protected:
  RestoreJournal Create() { return *RestoreJournal::Create("test", folder()); }
  std::string folder() const { return kernel_.Path("journal"); }

  /// Runs `changes` in a process that then dies as if killed -9. Returns its pid.
  template <typename Changes>
  pid_t InKilledProcess(Changes changes) {
    const pid_t pid = fork();
    if (pid == 0) {
      RestoreJournal journal = Create();
      changes(&journal);
      _exit(0);  // no destructor runs
    }
    waitpid(pid, nullptr, 0);
    return pid;
  }

  FakeKernel kernel_;
};

TEST_F(RestoreJournalTest, RestoresWhatItChangedAndRemovesItself) {
  kernel_.Put("tracer", "nop");
  kernel_.Put("clock", "[local] global mono");
  RestoreJournal journal = Create();
  ASSERT_THAT(journal.Change(kernel_.Path("tracer"), "blk"), IsOk());
  ASSERT_THAT(journal.Change(kernel_.Path("clock"), "mono"), IsOk());
  EXPECT_EQ(kernel_.Get("tracer"), "blk");
  ASSERT_THAT(journal.Restore(), IsOk());
  EXPECT_EQ(kernel_.Get("tracer"), "nop");
  EXPECT_EQ(kernel_.Get("clock").substr(0, 5), "local");
  EXPECT_TRUE(std::filesystem::is_empty(folder()));
}

TEST_F(RestoreJournalTest, DoesNotTouchWhatIsSoAlready) {
  kernel_.Put("clock", "local [mono] boot");
  RestoreJournal journal = Create();
  ASSERT_THAT(journal.Change(kernel_.Path("clock"), "mono"), IsOk());
  EXPECT_EQ(kernel_.Get("clock"), "local [mono] boot");
}

TEST_F(RestoreJournalTest, FailsOnAFileThatIsNotThereWithoutMakingIt) {
  RestoreJournal journal = Create();
  EXPECT_THAT(journal.Change(kernel_.Path("none"), "1"),
              FailsWith(absl::StatusCode::kNotFound, HasSubstr("none")));
  EXPECT_FALSE(kernel_.Has("none"));
}

TEST_F(RestoreJournalTest, TheNextRecorderUndoesWhatAKilledOneLeft) {
  kernel_.Put("tracer", "nop");
  kernel_.Put("size", "7 (expanded: 1408)");
  const pid_t pid = InKilledProcess([&](RestoreJournal* journal) {
    (void)journal->Change(kernel_.Path("tracer"), "blk");
    (void)journal->Change(kernel_.Path("size"), "32768");
    (void)journal->MakeInstance(kernel_.Path("instance"));
  });
  ASSERT_EQ(kernel_.Get("tracer"), "blk");
  ASSERT_TRUE(kernel_.Has("instance"));

  const LeftoverReport report = RestoreLeftovers(folder());
  EXPECT_EQ(kernel_.Get("tracer"), "nop");
  EXPECT_EQ(kernel_.Get("size").substr(0, 4), "1408");
  EXPECT_FALSE(kernel_.Has("instance"));
  EXPECT_THAT(report.undone, testing::SizeIs(3));
  EXPECT_THAT(report.undone.back(),
              testing::AllOf(HasSubstr(absl::StrCat("recorder ", pid)), HasSubstr("= nop")));
  EXPECT_THAT(report.living, IsEmpty());
  EXPECT_THAT(RestoreLeftovers(folder()).undone, IsEmpty());
}

TEST_F(RestoreJournalTest, LeavesALivingRecorderAlone) {
  kernel_.Put("tracer", "nop");
  RestoreJournal journal = Create();
  ASSERT_THAT(journal.Change(kernel_.Path("tracer"), "blk"), IsOk());
  const LeftoverReport report = RestoreLeftovers(folder());
  EXPECT_EQ(kernel_.Get("tracer"), "blk");
  EXPECT_THAT(report.living, ElementsAre(getpid()));
  EXPECT_THAT(journal.Restore(), IsOk());
}

TEST_F(RestoreJournalTest, LeavesAloneWhatSomeoneElseHasSetSince) {
  kernel_.Put("tracer", "nop");
  InKilledProcess(
      [&](RestoreJournal* journal) { (void)journal->Change(kernel_.Path("tracer"), "blk"); });
  kernel_.Put("tracer", "function");
  RestoreLeftovers(folder());
  EXPECT_EQ(kernel_.Get("tracer"), "function");
}

TEST_F(RestoreJournalTest, ALineCutShortByTheKillIsNoChange) {
  kernel_.Put("tracer", "nop");
  kernel_.Put("journal/4711-test", "set\t" + kernel_.Path("tracer") + "\tglobal\tnop");
  std::filesystem::resize_file(kernel_.Path("journal/4711-test"),
                               std::filesystem::file_size(kernel_.Path("journal/4711-test")) - 2);
  const LeftoverReport report = RestoreLeftovers(folder());
  EXPECT_EQ(kernel_.Get("tracer"), "nop");
  EXPECT_THAT(report.undone, IsEmpty());
  EXPECT_TRUE(std::filesystem::is_empty(folder()));
}

TEST_F(RestoreJournalTest, NoFolderMeansNothingIsLeft) {
  const LeftoverReport report = RestoreLeftovers(kernel_.Path("nowhere"));
  EXPECT_THAT(report.undone, IsEmpty());
  EXPECT_THAT(report.living, IsEmpty());
}

}  // namespace
}  // namespace ioreel
