#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "formats/result/result_file.h"
#include "tests/device/recording.h"
#include "tests/support/loop_device.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"

/// An application's trace, replayed on the device that it was recorded on, takes as long as the
/// application did. The bound is wide, since test machines are shared; the figures are printed.

namespace ioreel {
namespace {

struct Application {
  std::string name;
  std::string needs;    ///< program
  std::string prepare;  ///< shell; in the fresh file system
  std::string run;      ///< shell; what is recorded
};

void PrintTo(const Application& app, std::ostream* out) { *out << app.name; }

std::vector<Application> Applications() {
  return {
      {"sqlite3", "sqlite3",
       "sqlite3 db 'CREATE TABLE part(id INTEGER PRIMARY KEY, body BLOB); WITH RECURSIVE n(i) AS "
       "(SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) INSERT INTO part SELECT i, "
       "randomblob(1000) FROM n'",
       "for i in $(seq 1 3000); do "
       "echo \"SELECT length(body) FROM part WHERE id = $((i * 7919 % 100000));\"; "
       "[ $((i % 4)) != 0 ] || echo 'INSERT INTO part(body) VALUES(randomblob(1000));'; "
       "done | sqlite3 db > /dev/null"},
      {"git", "git",
       "git init -q tree && cp -r /usr/include/. tree && git -C tree add -A "
       "&& git -C tree -c gc.auto=0 -c user.name=x -c user.email=x@localhost commit -qm first",
       "git -C tree status --short && git -c core.fsync=all clone -q --no-hardlinks tree clone && "
       "sync -f ."},
      {"tar", "tar", "cp -r /usr/include tree", "tar -cf - tree | cat > all.tar && sync -f ."},
  };
}

class SelfReplayTest : public testing::TestWithParam<Application> {
 protected:
  void SetUp() override { SKIP_UNLESS_RECORDING_WORKS(); }
  void TearDown() override { RunShell(absl::StrCat("umount ", mount_, " 2>/dev/null")); }

  std::string InMount(const std::string& script) const {
    return absl::StrCat("(export HOME=", mount_, "; cd ", mount_, " && ", script, ")");
  }
  std::string Mount(const std::string& device) const {
    return absl::StrCat("mount ", device, " ", mount_);
  }
  std::string Unmount() const { return absl::StrCat("umount ", mount_); }

  std::string mount_ = ScratchPath("mnt");
  std::string trace_ = ScratchPath("self.ioreel");
  std::string result_ = ScratchPath("self.json");
};

int64_t MedianCompletionNs(const RunResult& result) {
  std::vector<int64_t> times;
  for (const RepeatResult& repeat : result.repeats) times.push_back(repeat.completion_ns);
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

TEST_P(SelfReplayTest, TakesAsLongAsTheApplicationDid) {
  const Application& app = GetParam();
  if (RunShell("command -v " + app.needs).status != 0) GTEST_SKIP() << app.needs << " is missing";
  const LoopDevice loop(uint64_t{2} << 30);
  SKIP_WITHOUT_LOOP(loop);
  std::filesystem::create_directories(mount_);
  const CommandResult made =
      RunShell(absl::StrCat("fallocate -l 2G ", loop.file(),
                            " && mkfs.ext4 -q -E lazy_itable_init=0,lazy_journal_init=0 ",
                            loop.path(), " && ", Mount(loop.path()), " && ", InMount(app.prepare),
                            " && ", Unmount(), " && ", Mount(loop.path())));
  ASSERT_EQ(made.status, 0) << made.output;

  const ProgramRun record = RunIoreel({"record", "--drop-caches", "-d", loop.path(), "-o", trace_,
                                       "--", "sh", "-c", InMount(app.run)});
  ASSERT_EQ(record.code, 0) << record.err;
  ASSERT_EQ(RunShell(Unmount()).status, 0);
  const ProgramRun replay = RunIoreel({"replay", trace_, "--target", loop.path(), "--allow-writes",
                                       "--overwrite", loop.path(), "--repeat", "3", "-o", result_});
  ASSERT_EQ(replay.code, 0) << replay.err;

  const auto result = ReadRunResult(result_);
  ASSERT_TRUE(result.ok()) << result.status();
  ASSERT_EQ(result->repeats.size(), 3u);
  EXPECT_EQ(result->mode, "dependent");
  const double recorded = static_cast<double>(result->trace.recorded_completion_ns);
  const double ratio = static_cast<double>(MedianCompletionNs(*result)) / recorded;
  printf("%s: recorded %.2f s, replayed in %.3f of that, device busy %.0f %%\n", app.name.c_str(),
         recorded / 1e9, ratio,
         100.0 * static_cast<double>(result->trace.recorded_busy_ns) / recorded);
  EXPECT_GT(ratio, 0.5);
  EXPECT_LT(ratio, 2.0);
}

INSTANTIATE_TEST_SUITE_P(OfThreeApplications, SelfReplayTest, testing::ValuesIn(Applications()),
                         [](const auto& app) { return app.param.name; });

}  // namespace
}  // namespace ioreel
