#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>

#include "absl/strings/match.h"
#include "replay/named_targets.h"
#include "replay/session.h"
#include "tests/support/matchers.h"
#include "tests/support/scratch.h"

namespace ioreel {
namespace {

/// Stops the session once the plan has a line that begins so.
class StopsAtLine : public SessionUi {
 public:
  explicit StopsAtLine(std::string head) : head_(std::move(head)) {}

  void Say(const std::string& line) override {
    if (absl::StartsWith(line, head_)) stop_ = true;
  }
  void ReportImport(const ImportLog& /*log*/) override {}
  const std::atomic<bool>& stop() const { return stop_; }

 private:
  const std::string head_;
  std::atomic<bool> stop_ = false;
};

TEST(SessionStopTest, BeforeTheFirstIoThereIsNeitherResultNorFile) {
  for (const std::string line : {"priming", "engine"}) {  // "engine": nothing is to be primed
    SessionOptions options;
    options.trace = {ScratchFile("stopped.csv", line == "priming"
                                                    ? "t_ns,op,offset_bytes,len_bytes\n0,R,0,4096\n"
                                                    : "t_ns,op,offset_bytes,len_bytes\n0,F,0,0\n")};
    options.target = FreshScratchPath("stopped_target");
    options.create = "1m";
    ASSERT_THAT(NameTargets(options), IsOk());
    StopsAtLine ui(line);
    const auto ran = RunSession(options, &ui.stop(), &ui);
    ASSERT_TRUE(ui.stop().load()) << line;
    EXPECT_TRUE(absl::IsCancelled(ran.status())) << ran.status();
    EXPECT_FALSE(std::filesystem::exists(options.target));
  }
}

}  // namespace
}  // namespace ioreel
